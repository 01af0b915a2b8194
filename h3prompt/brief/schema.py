"""The form of a brief as a JSON Schema, for editors that complete and check YAML."""

from __future__ import annotations

from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from .joins import JoinKind
from .model import Brief
from .times import Time

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NAME = "brief.schema.json"


class _Schema(GenerateJsonSchema):
    """Writes the default of a time as a person would."""

    def encode_default(self, dft: Any) -> Any:
        return dft.text if isinstance(dft, Time) else super().encode_default(dft)


def schema() -> dict[str, Any]:
    """The schema (Draft 2020-12)."""
    made = Brief.model_json_schema(by_alias=True, schema_generator=_Schema)
    parts = made["$defs"]
    kinds = {"enum": [kind.value for kind in JoinKind], "type": "string"}
    for name, short in (("Join", kinds), ("Camera", {"minLength": 1, "type": "string"})):
        whole = parts[name]
        parts[name] = {"description": whole.pop("description"), "anyOf": [short, whole]}
    for part in (made, *parts.values()):
        _tidy(part)
    made.pop("title", None)
    return {"$schema": DIALECT, "$id": NAME, "title": "A brief of h3", **made}


def _tidy(node: Any) -> None:
    """Drops the titles that only repeat a key, unwraps docstrings, and closes mappings by name."""
    if isinstance(node, dict):
        if "patternProperties" in node:
            node["additionalProperties"] = False
        if isinstance(node.get("title"), str) and ("type" in node or "anyOf" in node or "$ref" in node):
            del node["title"]
        if isinstance(node.get("description"), str):
            node["description"] = " ".join(node["description"].split()).replace("``", "")
        for child in node.values():
            _tidy(child)
    elif isinstance(node, list):
        for child in node:
            _tidy(child)
