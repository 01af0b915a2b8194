"""Small things about English."""

from __future__ import annotations

import pytest

from h3prompt.compiler import words


@pytest.mark.parametrize(
    ("look", "head", "definite"),
    [
        ("a keeper of about sixty with a grey beard", "keeper", "the keeper of about sixty with a grey beard"),
        ("a tall, thin man in a linen suit", "thin man", "the tall, thin man in a linen suit"),
        ("Mara, a baker with flour on her sleeves", "Mara", "Mara, a baker with flour on her sleeves"),
        ("grey-haired violinist", "grey-haired violinist", "the grey-haired violinist"),
        ("two brothers, both in oilskins", "brothers", "two brothers, both in oilskins"),
        ("an old fisherman, bareheaded", "old fisherman", "the old fisherman, bareheaded"),
        ("a girl", "girl", "the girl"),
        ("a girl of nine, barefoot, with a boat", "girl", "the girl of nine, barefoot, with a boat"),
        ("a seal, wet with rain", "seal", "the seal, wet with rain"),
    ],
)
def test_a_look_has_a_short_name(look: str, head: str, definite: str) -> None:
    assert words.head(look) == head
    assert words.definite(look) == definite


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("the door opens", "The door opens."),
        ("The door opens.", "The door opens."),
        ("The door opens,", "The door opens."),
        ('it reads "OPEN."', 'It reads "OPEN."'),
        ("two\nlines  here", "Two lines here."),
        ("<Subject 1> waits", "<Subject 1> waits."),
        ("", ""),
    ],
)
def test_a_sentence_has_a_capital_and_an_end(text: str, wanted: str) -> None:
    assert words.sentence(text) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("medium shot", "a medium shot"),
        ("over-the-shoulder shot", "an over-the-shoulder shot"),
        ("a close-up", "a close-up"),
        ("The kitchen", "the kitchen"),
        ("POV shot", "POV shot"),
        ("two boats", "two boats"),
    ],
)
def test_an_article_is_added_where_there_is_none(text: str, wanted: str) -> None:
    assert words.article(text) == wanted


@pytest.mark.parametrize(
    ("delivery", "wanted"),
    [("quietly", " quietly"), ("with a laugh.", " with a laugh"), ("leaning over", ", leaning over"), ("", "")],
)
def test_a_delivery_follows_the_verb(delivery: str, wanted: str) -> None:
    assert words.manner(delivery) == wanted


@pytest.mark.parametrize(
    ("voice", "wanted"),
    [
        ("low and hoarse", "in a low and hoarse voice"),
        ("a clear alto", "with a clear alto"),
        ("bright, with an accent", "in a voice that is bright, with an accent"),
        ("husky voice", "with a husky voice"),
    ],
)
def test_a_voice_follows_the_verb(voice: str, wanted: str) -> None:
    assert words.with_voice(voice) == wanted


def test_lists_are_joined_as_one_says_them() -> None:
    assert words.joined(()) == ""
    assert words.joined(("a",)) == "a"
    assert words.joined(("a", "b", "c")) == "a, b and c"


@pytest.mark.parametrize("text", ["in a wet apron", "wearing a wet apron", "a wet apron.", "dressed in a wet apron"])
def test_clothes_follow_wearing(text: str) -> None:
    assert words.worn(text) == "a wet apron"
