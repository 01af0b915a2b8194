"""A small MiniMax-H3: every folder, class and file of the released layout, about 5 million random parameters.

It answers all five modes in about a second each and shows that the line works; its pictures are noise. What cannot be made
smaller (the fiftieth hidden state of the conditioner, the grids of the two autoencoders) is as in the released model.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

#: Tokens of the released tokenizer that the pipeline or a prompt depends on, in the released order; the last seven are
#: MiniMax's own.
TOKENS = (
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|vision_start|>", "<|vision_end|>", "<|vision_pad|>",
    "<|image_pad|>", "<|video_pad|>",
    "<d>", "</d>", "<|cutoff|>", "<|lyrics_start|>", "<|lyrics_end|>", "<|caption_start|>", "<|caption_end|>",
)  # fmt: skip
#: Enough text for a byte-level tokenizer: it only has to cut words at the same places every time.
_CORPUS = (
    "integrated_multimodal_description: [Shot 1] A lamp burns in the window of a small house by the sea.",
    "overall_soundscape: Waves, wind and a distant bell. non_diegetic_music: A slow piano in a minor key.",
    "The camera pushes in slowly while she turns and says: <d>I kept the light on for you.</d>",
)
#: Width of the conditioner's text rows.
_TEXT = 64
#: One layer more than the hidden state that the pipeline reads.
_TEXT_LAYERS = 51


def make(folder: Path, seed: int = 0, width: int = 96) -> None:
    """Writes the checkpoint into `folder`, which is created.

    Args:
        folder: where it goes.
        seed: of the random weights; the same seed gives the same bytes with the same libraries.
        width: hidden width of the transformer; a larger one makes memory options visible.
    """
    from ..runtime import calm
    from ..runtime import torch as ready

    torch = ready()

    folder.mkdir(parents=True, exist_ok=True)
    state = torch.random.get_rng_state()
    try:
        torch.manual_seed(seed)
        tokenizer = _tokenizer(folder / "tokenizer")
        _processor(folder / "processor", tokenizer)
        _text_encoder(folder / "text_encoder", tokenizer)
        _vae(folder / "vae")
        with calm():
            _audio_vae(folder / "audio_vae")
        for name in ("transformer", "transformer_ref"):
            _transformer(folder / name, width)
        _schedulers(folder)
    finally:
        torch.random.set_rng_state(state)
    _index(folder)


def _tokenizer(folder: Path) -> Any:
    from tokenizers import Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import Qwen2TokenizerFast

    trained = Tokenizer(models.BPE())
    trained.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    trained.decoder = decoders.ByteLevel()
    alphabet = pre_tokenizers.ByteLevel.alphabet()
    trained.train_from_iterator(_CORPUS, trainers.BpeTrainer(vocab_size=400, initial_alphabet=alphabet))
    model = json.loads(trained.to_str())["model"]
    merges = [tuple(merge) for merge in model["merges"]]
    tokenizer = Qwen2TokenizerFast(vocab=model["vocab"], merges=merges, additional_special_tokens=list(TOKENS[3:]))
    tokenizer.save_pretrained(folder)
    return tokenizer


def _processor(folder: Path, tokenizer: Any) -> None:
    from transformers import Qwen2VLImageProcessor, Qwen3VLProcessor, Qwen3VLVideoProcessor

    # The released floor of 65,536 pixels would make every plate 64 rows of text.
    size = {"shortest_edge": 4096, "longest_edge": 1 << 20}
    patches: dict[str, Any] = {"patch_size": 16, "merge_size": 2, "temporal_patch_size": 2}
    mean = {"image_mean": [0.5] * 3, "image_std": [0.5] * 3}
    pictures = Qwen2VLImageProcessor(size=size, **patches, **mean)
    videos = Qwen3VLVideoProcessor(size=size, **patches, **mean)
    Qwen3VLProcessor(image_processor=pictures, tokenizer=tokenizer, video_processor=videos).save_pretrained(folder)


def _text_encoder(folder: Path, tokenizer: Any) -> None:
    from transformers import Qwen3VLConfig, Qwen3VLForConditionalGeneration

    config = Qwen3VLConfig(
        text_config={
            "vocab_size": len(tokenizer),
            "hidden_size": _TEXT,
            "intermediate_size": 96,
            "num_hidden_layers": _TEXT_LAYERS,
            "num_attention_heads": 2,
            "num_key_value_heads": 1,
            "head_dim": 32,
            "rope_parameters": {"rope_type": "default", "rope_theta": 5e6, "mrope_section": [6, 5, 5]},
        },
        vision_config={
            "depth": 3,
            "hidden_size": 32,
            "intermediate_size": 64,
            "num_heads": 2,
            "out_hidden_size": _TEXT,
            "patch_size": 16,
            "deepstack_visual_indexes": [0, 1],
            "num_position_embeddings": 64,
        },
        image_token_id=tokenizer.convert_tokens_to_ids("<|image_pad|>"),
        video_token_id=tokenizer.convert_tokens_to_ids("<|video_pad|>"),
        vision_start_token_id=tokenizer.convert_tokens_to_ids("<|vision_start|>"),
        vision_end_token_id=tokenizer.convert_tokens_to_ids("<|vision_end|>"),
    )
    Qwen3VLForConditionalGeneration(config).eval().save_pretrained(folder)


def _vae(folder: Path) -> None:
    from ..runtime import torch as ready

    torch = ready()
    from diffusers import AutoencoderKLMiniMaxH3

    vae = AutoencoderKLMiniMaxH3(
        block_out_channels=(8, 8, 8, 8, 16, 16),
        layers_per_block=1,
        norm_num_groups=4,
        decoder_num_layers=2,
        decoder_num_attention_heads=2,
        decoder_attention_head_dim=32,
    )
    # The released initialisation silences every block of the decoder, so that all of them would be identities.
    with torch.no_grad():
        for name, value in vae.named_parameters():
            if name.endswith(("scale1", "scale2")):
                value.fill_(0.5)
    vae.eval().save_pretrained(folder)


def _audio_vae(folder: Path) -> None:
    from diffusers import AutoencoderKLMiniMaxH3Audio

    AutoencoderKLMiniMaxH3Audio(
        encoder_dim=4,
        latent_dim=64,
        num_attention_heads=2,
        decoder_dim=128,
        latents_mean=[0.0] * 32,
        latents_std=[1.0] * 32,
    ).eval().save_pretrained(folder)


def _transformer(folder: Path, width: int) -> None:
    from diffusers import MiniMaxH3Transformer3DModel

    MiniMaxH3Transformer3DModel(
        num_attention_heads=2,
        attention_head_dim=48,
        hidden_size=width,
        num_layers=3,
        num_refiner_layers=1,
        ffn_dim=2 * width,
        text_dim=_TEXT,
        freq_dim=32,
        time_embed_hidden_dim=64,
        time_embed_dim=32,
        rope_freq_dim=8,
    ).eval().save_pretrained(folder)


def _schedulers(folder: Path) -> None:
    from diffusers import MiniMaxH3Scheduler

    MiniMaxH3Scheduler(shift=12.0).save_pretrained(folder / "scheduler")
    MiniMaxH3Scheduler(shift=3.0).save_pretrained(folder / "audio_scheduler")


def _index(folder: Path) -> None:
    def part(library: str, name: str, subfolder: str) -> list[Any]:
        # A local folder wins over the repository that an index names; this one names itself.
        where = {"pretrained_model_name_or_path": None, "subfolder": subfolder, "variant": None, "revision": None}
        return [library, name, {**where, "type_hint": [library, name]}]

    index: dict[str, Any] = {
        "_class_name": "MiniMaxH3ModularPipeline",
        "_blocks_class_name": "MiniMaxH3Blocks",
        "h3_test_weights": True,
        "reference_image_short_edge": 64,
        "text_encoder": part("transformers", "Qwen3VLForConditionalGeneration", "text_encoder"),
        "tokenizer": part("transformers", "Qwen2TokenizerFast", "tokenizer"),
        "processor": part("transformers", "Qwen3VLProcessor", "processor"),
        "vae": part("diffusers", "AutoencoderKLMiniMaxH3", "vae"),
        "audio_vae": part("diffusers", "AutoencoderKLMiniMaxH3Audio", "audio_vae"),
        "transformer": part("diffusers", "MiniMaxH3Transformer3DModel", "transformer"),
        "transformer_ref": part("diffusers", "MiniMaxH3Transformer3DModel", "transformer_ref"),
        "scheduler": part("diffusers", "MiniMaxH3Scheduler", "scheduler"),
        "audio_scheduler": part("diffusers", "MiniMaxH3Scheduler", "audio_scheduler"),
    }
    for name in ("modular_model_index.json", "model_index.json"):
        (folder / name).write_text(json.dumps(index, indent=2) + "\n", encoding="utf-8")
