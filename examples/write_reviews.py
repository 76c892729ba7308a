"""Write ``reviews.csv``: short reviews of films, cafés, phones and hotels, made up for this project.

Each has one or two remarks; with "but" between them, the last decides. Run it to write the file again.
"""

import csv
import random
from pathlib import Path

ROWS = 400
REMARKS = {
    "film": {
        "good": [
            "the story kept me guessing to the very end",
            "I laughed until I cried",
            "the acting is superb",
            "not a single dull minute",
            "the music alone is worth the ticket",
            "the ending moved me to tears",
            "I would watch it again tomorrow",
            "the dialogue is sharp and funny",
            "a warm, clever little film",
            "the lead is brilliant in every scene",
            "my kids loved it",
            "beautifully shot from start to finish",
            "the two hours flew by",
            "one of the best films this year",
            "it is not what I expected, it is far better",
        ],
        "bad": [
            "the story makes no sense",
            "I checked my watch every five minutes",
            "the acting is wooden",
            "not funny at all",
            "the jokes fall flat",
            "the ending is a letdown",
            "I nearly fell asleep",
            "the dialogue is painful to listen to",
            "two hours that I will never get back",
            "far too long and boring",
            "the trailer shows the only good scenes",
            "a dull copy of a better film",
            "we left before the end",
            "the plot is predictable",
            "not worth the price of the ticket",
        ],
    },
    "café": {
        "good": [
            "the coffee is excellent",
            "friendly staff who remember your name",
            "the cake was fresh and not too sweet",
            "a cosy place to read",
            "generous portions at a fair price",
            "the best breakfast in town",
            "we were served within minutes",
            "the soup tasted home made",
            "lovely terrace in the sun",
            "they even warmed the milk for our baby",
            "the bread comes straight from the oven",
            "never disappointed me yet",
            "quiet, clean and welcoming",
            "I will be back next week",
            "the waiter gave us great advice",
        ],
        "bad": [
            "the coffee was cold",
            "rude staff",
            "the cake was stale",
            "too loud to talk",
            "tiny portions for a lot of money",
            "we waited forty minutes for two teas",
            "the soup was bland",
            "the tables were sticky",
            "they got our order wrong twice",
            "the eggs were overcooked",
            "nobody said sorry",
            "never again",
            "not clean, and it smells",
            "the waiter ignored us",
            "the bread was dry and hard",
        ],
    },
    "phone": {
        "good": [
            "the battery lasts two full days",
            "photos look great even at night",
            "setting it up was easy",
            "fast and reliable",
            "the screen is bright and sharp",
            "it survived three falls without a scratch",
            "great value for the money",
            "calls are crystal clear",
            "charges in half an hour",
            "light and pleasant to hold",
            "no problems after a year of use",
            "my best purchase in years",
            "it does everything I need",
            "the speaker is surprisingly good",
            "I recommend it to everyone",
        ],
        "bad": [
            "the battery is empty by noon",
            "photos are blurry",
            "setting it up was a nightmare",
            "it freezes several times a day",
            "the screen cracked within a week",
            "stopped working after a month",
            "overpriced for what it does",
            "calls keep dropping",
            "it gets hot when charging",
            "heavy and awkward to hold",
            "support never answered my mails",
            "I sent it back",
            "it does not do what the box says",
            "the speaker rattles",
            "save your money and buy another one",
        ],
    },
    "hotel": {
        "good": [
            "the bed was wonderfully soft",
            "spotless room with a view of the sea",
            "breakfast was plentiful",
            "the staff could not have been kinder",
            "we slept like babies",
            "close to everything yet quiet",
            "they upgraded us for free",
            "the pool was clean and never crowded",
            "check-in took two minutes",
            "a charming old house",
            "the shower was hot and strong",
            "we did not want to leave",
            "great location near the station",
            "perfect for a weekend",
            "the owner gave us lovely tips",
        ],
        "bad": [
            "the bed was hard as a board",
            "the room was dirty",
            "breakfast was a sad slice of toast",
            "the staff were unfriendly",
            "we could not sleep because of the noise",
            "miles away from anything",
            "they charged us twice",
            "the pool was closed",
            "we queued an hour to check in",
            "mould in the bathroom",
            "the shower was cold",
            "the photos on the site are a lie",
            "thin walls and loud neighbours",
            "not as advertised",
            "the wifi never worked",
        ],
    },
}
OPENINGS = ["", "", "", "Honestly, ", "Well, ", "To be fair, ", "In short: "]
ENDINGS = {
    "good": ["", "", "", " Five stars.", " Very happy.", " Recommended!", " Loved it."],
    "bad": ["", "", "", " One star.", " Very disappointed.", " Avoid.", " What a waste."],
}


def write_review(draw: random.Random, topic: str, verdict: str) -> str:
    """Make up one review."""
    remarks, others = REMARKS[topic][verdict], REMARKS[topic]["bad" if verdict == "good" else "good"]
    shape = draw.random()
    if shape < 0.25:
        said = draw.choice(remarks)
    elif shape < 0.85:
        said = draw.choice([", and ", "; ", ", "]).join(draw.sample(remarks, 2))
    else:
        said = f"{draw.choice(others)}, but {draw.choice(remarks)}"
    text = f"{draw.choice(OPENINGS)}{said}.{draw.choice(ENDINGS[verdict])}"
    return text[0].upper() + text[1:]


def reviews() -> list[tuple[str, str, str]]:
    """Make up different reviews, each with what it is about and its verdict."""
    draw = random.Random(1958)
    rows: dict[str, tuple[str, str]] = {}
    while len(rows) < ROWS:
        topic, verdict = draw.choice(list(REMARKS)), draw.choice(["good", "good", "good", "bad", "bad"])
        rows.setdefault(write_review(draw, topic, verdict), (topic, verdict))
    return [(text, *about) for text, about in rows.items()]


if __name__ == "__main__":
    with Path(__file__).with_name("reviews.csv").open("w", encoding="utf-8", newline="") as file:
        lines = csv.writer(file, lineterminator="\n")
        lines.writerow(["review", "about", "verdict"])
        lines.writerows(reviews())
