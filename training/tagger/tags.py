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
    "people": "baby; people; person",
    "nature": "beach; desert; field; flower; forest; garden; lake; mountain; river; sea; sky; tree; waterfall",
    "food": "dessert; drink; food; fruit; ice cream; packaged food; pizza; vegetable",
    "vehicles": "airplane; bicycle; boat; bus; car; motorcycle; train; truck",
    "places": "bathroom; bedroom; dining room; kitchen; library; living room; office; road; street; theater",
    "buildings": "bridge; building; house",
    "objects": "bed; book; bottle; chair; clothing; coin; computer; cup; document; electronics; game; lamp; map;"
               "musical instrument; phone; receipt; screenshot; shoe; sofa; table; toy; umbrella; watch",
    "art": "drawing",
    "weather": "cloudy; night; rain; snow; sunset",
    "sport": "ball; sports; sports field",
}

# Wider tags, some of which are no tags of the network: `espy` adds them from these.
PARENTS = {
    **{name: "animal" for name in CATEGORIES["animals"].replace(";", ",").split(",")},
    "butterfly": "insect, animal", "fish": "sea animal, animal",
    **dict.fromkeys("airplane, bicycle, boat, bus, car, motorcycle, train, truck".split(", "), "vehicle"),
    **dict.fromkeys("dessert, drink, fruit, packaged food, pizza, vegetable".split(", "), "food"),
    "ice cream": "dessert, food", "baby": "person", "people": "person", "receipt": "document",
    **dict.fromkeys("bed, chair, sofa, table".split(", "), "furniture"),
    **dict.fromkeys("bathroom, bedroom, dining room, kitchen, library, living room, office, theater".split(", "),
                    "indoor"),
    **dict.fromkeys("beach, desert, field, lake, mountain, river, sea, waterfall".split(", "), "landscape, nature, outdoor"),
    **dict.fromkeys("garden, snow".split(", "), "nature, outdoor"),
    "forest": "tree, landscape, nature, outdoor", "tree": "nature", "flower": "nature", "sky": "nature, outdoor",
    "road": "outdoor", "street": "outdoor", "bridge": "building, outdoor", "building": "outdoor",
    "house": "building, outdoor", "sports field": "sport, outdoor", "ball": "sport", "sports": "sport",
    "cloudy": "sky, weather, outdoor", "rain": "weather, outdoor", "sunset": "sky, landscape, outdoor",
    "phone": "electronics", "computer": "electronics",
}

OUTDOOR = ("beach, bridge, building, desert, field, forest, garden, house, lake, mountain, river, road, sea, sky, snow, "
           "sports field, street, tree, waterfall, cloudy, night, rain, sunset")
ROAD_VEHICLES = "bicycle, bus, car, motorcycle, train, truck"
LAND_ANIMALS = "bear, big cat, bird, cat, cow, dog, elephant, horse, monkey, rabbit, reptile, sheep"
SMALL_ANIMALS = "butterfly, insect, spider"
THINGS = ("ball, book, bottle, chair, clothing, computer, cup, electronics, flower, game, lamp, musical instrument, "
          "phone, shoe, toy, umbrella, watch")

ROOMS = "bathroom, bedroom, dining room, kitchen, library, living room, office"

# tag: tags that may be in its photos.
MAY = {
    "drawing": f"{LAND_ANIMALS}, {SMALL_ANIMALS}, {OUTDOOR}, {ROAD_VEHICLES}, {ROOMS}, {THINGS}, airplane, boat, fish, "
               "sea animal, food, fruit, pizza, ice cream, dessert, drink, vegetable, map, screenshot, document, sports, "
               "table, bed, sofa, baby, people, person, bottle, coin",
    "people": f"{LAND_ANIMALS}, {ROAD_VEHICLES}, airplane, boat, {THINGS}, {OUTDOOR}, {ROOMS}, food, fruit, ice cream, "
              "pizza, vegetable, dessert, drink, table, sofa, bed, theater, bottle, screenshot, baby",
    "baby": f"dog, cat, rabbit, {THINGS}, {ROOMS}, food, drink, dessert, bed, sofa, table, garden, field, bottle",
    "table": f"person, dog, cat, {THINGS}, bottle, office, library, bedroom, garden, street, receipt, document, map, packaged "
             "food, beach, sofa, coin, screenshot, vegetable, fruit",
    "bed": "dog, cat, lamp, book, chair, toy, clothing, table, computer, sofa, rabbit, person",
    "sofa": "dog, cat, lamp, book, chair, toy, clothing, computer, bedroom, office, electronics, phone, flower, person",
    "dessert": "fruit, cup, drink, table, bottle, chair, dining room, kitchen, flower, pizza, person",
    "drink": f"pizza, fruit, vegetable, ice cream, chair, {ROOMS}, lamp, book, phone, computer, flower, toy, beach, person",
    "document": "book, map, drawing, screenshot, phone, office, computer, coin, person",
    "screenshot": f"map, drawing, document, phone, computer, book, game, food, {LAND_ANIMALS}, {OUTDOOR}, person, car",
    "map": "book, drawing, screenshot, document, sea, lake, river",
    "river": f"forest, field, garden, mountain, beach, boat, bird, fish, elephant, horse, cow, reptile, dog, house, "
             f"building, street, road, desert, {ROAD_VEHICLES}",
    "sports": f"bicycle, motorcycle, car, horse, boat, building, tree, sky, field, beach, sea, lake, snow, mountain, "
              "clothing, shoe, street, road, game, dog, chair",
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
    "people": "person, sports, street, sports field, theater", "baby": "person", "receipt": "document",
    "bed": "bedroom", "sofa": "living room", "table": "dining room, kitchen, living room, food, chair, cup, drink, "
    "pizza, dessert", "dessert": "food, ice cream", "drink": "food, packaged food, bottle, cup",
    "sports": "person, sports field, ball", "river": "lake, sea, bridge, waterfall, sky, tree, night, cloudy, sunset",
    "drawing": "toy",
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
# Beside the second tag the first counts only where the chances of its kinds, added up, reach this: what is wilting on a
# flower looks like an insect.
BESIDE = {"insect": {"flower": 0.5}}
# In photos labeled with all COCO classes, these are absent if no label names them.
COCO = [INDEX[name] for name in listed(
    "airplane, bear, bed, bicycle, bird, boat, book, bottle, bus, car, cat, chair, cow, cup, dog, elephant, horse, "
    "motorcycle, person, pizza, sheep, sofa, table, train, truck, umbrella")]


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
