"""The tags, what they belong to, and which of them may be in one photo together.

Most photos carry one sure label and say nothing about the rest, so every pair of tags has a relation: how far the
label `a` tells that `b` is absent. 1: it is (a bathroom is no beach). 0.3: it may be there, unlabelled, but mostly is
not (a cup beside a book). 0: it is there more often than not, or is the same thing said wider (pizza and food).
"""

import numpy as np

POSSIBLE, LIKELY = 0.3, 0.0

CATEGORIES = {
    "animals": "bear; big cat; bird; butterfly; cat; cow; dog; elephant; fish; horse; insect; monkey; rabbit; reptile;"
               "sea animal; sheep; spider",
    "people": "person",
    "nature": "beach; desert; field; flower; forest; garden; lake; mountain; sea; sky; tree; waterfall",
    "food": "food; fruit; ice cream; packaged food; pizza; vegetable",
    "vehicles": "airplane; bicycle; boat; bus; car; motorcycle; train; truck",
    "places": "bathroom; bedroom; dining room; kitchen; library; living room; office; road; street; theater",
    "buildings": "bridge; building; house",
    "objects": "book; bottle; chair; clothing; coin; computer; cup; electronics; game; lamp; musical instrument; phone;"
               "shoe; toy; umbrella; watch",
    "weather": "cloudy; night; rain; snow; sunset",
    "sport": "ball; sports field",
}

# Wider tags, some of which are no tags of the network: `espy` adds them from these.
PARENTS = {
    **{name: "animal" for name in CATEGORIES["animals"].replace(";", ",").split(",")},
    "butterfly": "insect, animal", "fish": "sea animal, animal",
    **dict.fromkeys("airplane, bicycle, boat, bus, car, motorcycle, train, truck".split(", "), "vehicle"),
    **dict.fromkeys("fruit, ice cream, packaged food, pizza, vegetable".split(", "), "food"),
    **dict.fromkeys("bathroom, bedroom, dining room, kitchen, library, living room, office, theater".split(", "),
                    "indoor"),
    **dict.fromkeys("beach, desert, field, lake, mountain, sea, waterfall".split(", "), "landscape, nature, outdoor"),
    **dict.fromkeys("garden, snow".split(", "), "nature, outdoor"),
    "forest": "tree, landscape, nature, outdoor", "tree": "nature", "flower": "nature", "sky": "nature, outdoor",
    "road": "outdoor", "street": "outdoor", "bridge": "building, outdoor", "building": "outdoor",
    "house": "building, outdoor", "sports field": "sport, outdoor", "ball": "sport",
    "cloudy": "sky, weather, outdoor", "rain": "weather, outdoor", "sunset": "sky, landscape, outdoor",
    "phone": "electronics", "computer": "electronics",
}

OUTDOOR = ("beach, bridge, building, desert, field, forest, garden, house, lake, mountain, road, sea, sky, snow, "
           "sports field, street, tree, waterfall, cloudy, night, rain, sunset")
ROAD_VEHICLES = "bicycle, bus, car, motorcycle, train, truck"
LAND_ANIMALS = "bear, big cat, bird, cat, cow, dog, elephant, horse, monkey, rabbit, reptile, sheep"
SMALL_ANIMALS = "butterfly, insect, spider"
THINGS = ("ball, book, bottle, chair, clothing, computer, cup, electronics, flower, game, lamp, musical instrument, "
          "phone, shoe, toy, umbrella, watch")

# tag: tags that may be in its photos.
MAY = {
    "person": f"{LAND_ANIMALS}, fish, {ROAD_VEHICLES}, airplane, boat, {THINGS}, {OUTDOOR}, food, fruit, ice cream, "
              "packaged food, pizza, vegetable, bathroom, bedroom, dining room, kitchen, library, living room, office",
    "sky": f"{OUTDOOR}, {ROAD_VEHICLES}, airplane, boat, {LAND_ANIMALS}, butterfly, flower, umbrella, ball",
    "tree": f"{OUTDOOR}, {ROAD_VEHICLES}, boat, airplane, {LAND_ANIMALS}, {SMALL_ANIMALS}, flower, fruit, umbrella, "
            "chair, ball",
    "cloudy": f"{OUTDOOR}, {ROAD_VEHICLES}, airplane, boat, {LAND_ANIMALS}, umbrella",
    "rain": f"{OUTDOOR}, {ROAD_VEHICLES}, {LAND_ANIMALS}, flower",
    "sunset": f"{OUTDOOR}, {ROAD_VEHICLES}, airplane, boat, {LAND_ANIMALS}, umbrella",
    "night": f"{OUTDOOR}, {ROAD_VEHICLES}, boat, airplane, lamp, theater",
    "snow": f"{ROAD_VEHICLES}, {LAND_ANIMALS}, mountain, forest, house, building, street, road, field, lake, bridge, "
            "garden",
    "building": "bridge, street, road, garden, sea, lake, beach, sports field, field, mountain, theater, office, "
                f"{ROAD_VEHICLES}, boat, airplane, bird, dog, cat, cow, horse, elephant, umbrella, flower, lamp, chair",
    "house": f"{ROAD_VEHICLES}, street, road, garden, field, lake, mountain, sea, beach, forest, dog, cat, flower, "
             "chair, lamp, umbrella, cow, horse",
    "street": f"{ROAD_VEHICLES}, road, bridge, garden, dog, cat, bird, cow, horse, umbrella, chair, flower, lamp, "
              "mountain, sea, lake",
    "road": f"{ROAD_VEHICLES}, airplane, bridge, desert, mountain, field, forest, sea, lake, beach, garden, "
            "dog, cow, horse, sheep, elephant, bird",
    "bridge": "sea, lake, mountain, forest, field, garden, beach, waterfall, boat, " + ROAD_VEHICLES,
    "mountain": "lake, forest, field, sea, desert, waterfall, beach, garden, airplane, bird, cow, horse, sheep, boat, "
                f"{ROAD_VEHICLES}",
    "sea": "beach, boat, bird, lake, fish, sea animal, airplane, umbrella, dog",
    "lake": "forest, field, garden, beach, waterfall, boat, bird, fish, elephant, horse, cow, reptile, dog",
    "beach": "boat, umbrella, chair, bird, dog, horse, car, bicycle, ball, sea animal, reptile",
    "field": f"garden, forest, desert, sports field, flower, airplane, ball, {LAND_ANIMALS}, {SMALL_ANIMALS}, "
             f"{ROAD_VEHICLES}, vegetable",
    "forest": f"garden, waterfall, flower, {LAND_ANIMALS}, {SMALL_ANIMALS}, {ROAD_VEHICLES}",
    "garden": f"flower, chair, umbrella, waterfall, vegetable, fruit, sports field, lamp, {LAND_ANIMALS}, "
              f"{SMALL_ANIMALS}, bicycle, car, ball",
    "desert": "horse, cow, sheep, reptile, elephant, car, truck, motorcycle, bird, beach",
    "waterfall": "bird, fish, bear",
    "sports field": "ball, horse, dog, bird, car, bicycle, lamp",
    "flower": f"{SMALL_ANIMALS}, bird, cat, dog, rabbit, food, fruit, vegetable, cup, bottle, chair, lamp, bedroom, "
              "bathroom, dining room, kitchen, living room, office, theater, umbrella, clothing, book, toy",
    "dog": "cat, horse, cow, sheep, rabbit, bird, ball, toy, chair, shoe, clothing, book, living room, bedroom, "
           "kitchen, dining room, bathroom, office, food, car, bicycle, boat",
    "cat": "bird, rabbit, ball, toy, chair, shoe, clothing, book, computer, electronics, lamp, living room, bedroom, "
           "kitchen, dining room, bathroom, office, food, cup, bottle, car",
    "cow": "horse, sheep, bird", "horse": "sheep, bird, elephant", "sheep": "bird", "bird": "elephant, food, boat",
    "fish": "food, boat", "elephant": "monkey", "monkey": "fruit, food", "rabbit": "vegetable, toy",
    "car": "bus, truck, motorcycle, bicycle, train, airplane, boat", "bus": "truck, motorcycle, bicycle, train",
    "truck": "motorcycle, bicycle, train, airplane, boat", "motorcycle": "bicycle", "bicycle": "train, boat",
    "dining room": "kitchen, living room, food, fruit, bottle, book, vegetable",
    "kitchen": "food, fruit, vegetable, packaged food, pizza, electronics, computer, book, living room",
    "living room": "book, electronics, computer, musical instrument, toy, cup, clothing, phone, game, bottle",
    "bedroom": "book, electronics, computer, clothing, toy, cup, musical instrument, phone, shoe, ball",
    "bathroom": "bottle, cup, lamp, chair, clothing",
    "office": "book, cup, lamp, bottle, library, clothing",
    "library": "computer, lamp, electronics", "theater": "lamp, musical instrument, clothing",
    "computer": "book, cup, bottle, lamp, chair, watch, game, food, toy, musical instrument",
    "electronics": "watch, lamp, musical instrument, toy, book, cup, game, chair, bottle, car",
    "phone": "watch, book, cup, coin, chair, clothing", "book": "cup, bottle, lamp, chair, toy, clothing, game",
    "cup": "bottle, food, fruit, ice cream, pizza, packaged food, vegetable, chair, lamp, toy",
    "bottle": "food, fruit, vegetable, pizza, chair, toy, lamp",
    "chair": "lamp, clothing, umbrella, toy, food, pizza, ball, musical instrument",
    "game": "toy, coin, ball",
    "toy": "ball, clothing, food, car, train, truck, airplane, bus, boat, musical instrument",
    "clothing": "shoe, umbrella, watch, ball", "shoe": "ball, umbrella", "ball": "fruit",
    "fruit": "packaged food, ice cream, pizza", "vegetable": "packaged food", "umbrella": "car, boat, bicycle, food",
}

# tag: tags that are in its photos more often than not, or that mean nearly the same.
MOSTLY = {
    "butterfly": "insect", "book": "library", "sky": "cloudy, sunset, rain, sea, lake, beach, field, desert, mountain, "
    "airplane, boat, bridge, road, street, house, building, night, snow, sports field, tree, forest",
    "computer": "office, electronics, phone", "phone": "electronics, office", "building": "house, street, bridge",
    "tree": "forest, garden, house, street, lake, waterfall, field, road, mountain, building, sports field",
    "food": "pizza, ice cream, fruit, vegetable, packaged food, dining room, cup", "sea animal": "reptile, fish",
    "beach": "sea", "boat": "sea, lake", "mountain": "snow",
    "cloudy": "rain, sunset, sea, mountain, field, road, night",
    "garden": "flower, house", "road": "street", "field": "garden", "pizza": "vegetable", "fruit": "vegetable",
    "street": "car, bus, truck, motorcycle, bicycle", "umbrella": "rain", "rain": "night",
    "chair": "dining room, kitchen, living room, office, bedroom, theater, library", "sports field": "ball, field",
    "lamp": "dining room, living room, bedroom, kitchen", "cup": "kitchen, dining room",
    "bottle": "kitchen, packaged food",
    "electronics": "office", "person": "clothing, theater, umbrella, shoe, bicycle, motorcycle, sports field, street",
    "forest": "mountain, lake, waterfall", "car": "road, house", "bus": "road", "truck": "road", "motorcycle": "road",
}


def listed(text):
    return [part.strip() for part in text.replace(";", ",").split(",") if part.strip()]


CATEGORY = {name: category for category, names in CATEGORIES.items() for name in listed(names)}
TAGS = sorted(CATEGORY)
INDEX = {name: place for place, name in enumerate(TAGS)}


def parents_of(name):
    return listed(PARENTS.get(name.strip(), "animal" if CATEGORY[name] == "animals" else ""))


def relations():
    """[K, K] float32: how far the label of the row tells that the tag of the column is absent; symmetric."""
    table = np.ones((len(TAGS), len(TAGS)), np.float32)
    for pairs, value in ((MAY, POSSIBLE), (MOSTLY, LIKELY)):
        for name, others in pairs.items():
            for other in listed(others):
                table[INDEX[name], INDEX[other]] = table[INDEX[other], INDEX[name]] = value
    np.fill_diagonal(table, 0)
    return table
