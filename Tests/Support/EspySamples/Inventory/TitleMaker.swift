/// Invents titles and authors as varied as those in a public library: each word one of many, and few books alike.
public struct TitleMaker {
    private var random: SampleRandom

    public init(seed: UInt64) { random = SampleRandom(seed: seed) }

    public mutating func book() -> ListedBook { ListedBook(title: title(), author: author()) }

    /// Books by one author that differ in only a word or a number, in shelf order.
    ///
    /// - Parameter volume: the text before the number; if nil, a word differs.
    mutating func alike(_ count: Int, volume: String?) -> [ListedBook] {
        let first = book()
        guard let volume else { return [first] + (1..<count).map { _ in alike(first) } }
        return (1...count).map { ListedBook(title: "\(first.title), \(volume) \($0)", author: first.author) }
    }

    /// A book that differs from another in only the last word or number of its title.
    mutating func alike(_ book: ListedBook) -> ListedBook {
        var words = book.title.split(separator: " ").map(String.init)
        let last = words.removeLast()
        let word = Int(last) == nil ? random.pick(Self.things) : String(random.integer(in: 5...9))
        words.append(last == last.uppercased() ? word.uppercased() : word)
        return ListedBook(title: words.joined(separator: " "), author: book.author)
    }

    private mutating func title() -> String {
        let (thing, other) = (random.pick(Self.things), random.pick(Self.things))
        let kind = random.pick(Self.kinds)
        let title: String =
            switch random.integer(in: 0...9) {
            case 0, 1: "The \(kind) \(thing)"
            case 2: "\(thing) of the \(other)"
            case 3: "The \(thing) and the \(other)"
            case 4: "A \(kind) \(thing)"
            case 5: "\(random.pick(Self.subjects)) for \(random.pick(Self.readers))"
            case 6: "\(kind) \(random.pick(Self.subjects))"
            case 7: "The \(thing) in \(random.pick(Self.places))"
            case 8: "\(random.pick(Self.places)): A History"
            default: thing == other ? "\(kind) \(thing)" : "\(thing), \(other)"
            }
        return random.chance(0.2) ? title.uppercased() : title
    }

    private mutating func author() -> String {
        let last = random.pick(Self.starts) + random.pick(Self.ends)
        return random.chance(0.4) ? "\(random.pick(Self.initials)). \(last)" : "\(random.pick(Self.firsts)) \(last)"
    }

    private static let initials = "ABCDEFGHJKLMNPRSTW".map(String.init)
    private static let things = words(
        """
        Anchor Apple Archive Arrow Ash Axe Ballad Bank Barn Bell Bird Boat Bone Book Border Bottle Branch Bread Bridge \
        Brother Butcher Cabin Candle Canyon Captain Castle Cellar Chapel Child Circle Clock Cloud Coast Coin Colony \
        Compass Corridor Country Crow Crown Dancer Daughter Desert Diary Doctor Door Dream Drum Dust Eagle Echo Edge \
        Ember Empire Engine Envoy Evening Exile Falcon Farm Feather Fence Ferry Field Fire Fisherman Flood Flower Forest \
        Fortress Fountain Fox Frontier Frost Garden Gate Ghost Glacier Glass Gold Grain Grave Guest Hammer Harbor Harvest \
        Hawk Heart Heir Hill Honey Horizon Horse Hotel Hour House Hunter Image Infant Ink Iron Island Jacket Journey Judge \
        Jungle Key King Kitchen Knife Ladder Lake Lamp Lantern Law Leaf Legend Letter Library Light Lion Lock Machine Map \
        Market Marsh Master Meadow Memory Merchant Mill Mine Mirror Moon Morning Mother Mountain Museum Needle Neighbor \
        Nest Net Night North Oak Oath Ocean Orchard Orphan Otter Owl Page Palace Paper Passage Path Pearl Piano Pilgrim \
        Planet Poem Pond Portrait Prince Prison Promise Quarry Queen Quilt Rain Raven Reader Rider River Road Robe Roof \
        Room Root Rope Rose Ruin Sail Salt Sand School Sea Season Secret Servant Shadow Shepherd Ship Shore Silence Sister \
        Sky Smoke Snow Soldier Song Spring Stable Station Stone Storm Stranger Street Summer Swan Sword Table Tailor Teacher \
        Temple Theater Thief Thorn Thread Tide Tiger Tower Town Train Tree Valley Village Violin Voice Voyage Wall Water \
        Wave Weaver Well Whale Wheat Widow Wind Window Wine Winter Witness Wolf Woman Wood Word Workshop Year
        """)
    private static let kinds = words(
        """
        Ancient Angry Bitter Blind Blue Borrowed Brave Brief Bright Broken Burning Careful Clever Cold Common Crooked Cruel \
        Curious Dark Deep Distant Divided Double Early Eastern Empty Endless Eternal Faithful Fallen False Famous Final First \
        Forgotten Fragile Free Frozen Gentle Golden Good Great Green Grey Happy Heavy Hidden Hollow Holy Honest Hungry \
        Impossible Invisible Last Late Little Lonely Long Lost Loud Lucky Marble Merry Modern Narrow Naked New Noble Northern \
        Old Open Other Painted Pale Patient Perfect Plain Practical Private Proud Quiet Rare Red Restless Sacred Salted Scarlet \
        Second Secret Seventh Sharp Silent Silver Simple Sleeping Slow Small Southern Stolen Strange Sudden Sunken Sweet Third \
        Tired True Unknown Velvet Western White Wild Wooden Wrong Yellow Young
        """)
    private static let subjects = words(
        """
        Algebra Anatomy Archaeology Architecture Astronomy Baking Banking Biology Botany Calculus Carpentry Chemistry Chess \
        Cooking Criticism Drawing Ecology Economics Electronics Ethics Fishing Gardening Genetics Geography Geology Geometry \
        Grammar Kinematics Knitting Linguistics Logic Management Medicine Meteorology Mineralogy Music Mythology Navigation \
        Nursing Nutrition Optics Painting Philosophy Photography Physics Physiology Poetry Politics Pottery Probability \
        Psychology Rhetoric Robotics Sailing Sculpture Sociology Statistics Surgery Theology Topology Typography Zoology
        """)
    private static let readers = words(
        """
        Beginners Children Engineers Everyone Farmers Gardeners Managers Musicians Nurses Parents Pilots Poets Sailors Students \
        Teachers Travelers Writers
        """)
    private static let places = words(
        """
        Africa Alexandria Amsterdam Antarctica Athens Baghdad Berlin Boston Brazil Bristol Cairo Canada Carthage Chile Cordoba \
        Denmark Dublin Edinburgh Egypt Ethiopia Finland Florence Granada Greece Havana Hungary Iceland India Ireland Istanbul \
        Jerusalem Kenya Kyoto Lisbon London Madrid Marseille Mexico Moscow Naples Norway Oxford Paris Peru Poland Portugal Prague \
        Rome Samarkand Scotland Sicily Siberia Sparta Sweden Tibet Tokyo Tunis Venice Vienna Warsaw
        """)
    private static let firsts = words(
        """
        Adele Agnes Amara Anders Anita Boris Carla Carmen Chidi Clara Daniel Dmitri Edith Elena Emil Esther Felix Fiona Frida \
        Georg Grace Hannah Hector Ines Irene Ivan Jonas Judith Kwame Lars Leila Lucia Magda Marcus Maria Mei Miriam Nadia Nils \
        Olga Oscar Paolo Petra Rafael Rosa Samir Selma Stefan Tamar Theo Ulla Victor Wanda Yusuf
        """)
    private static let starts = words(
        """
        Abel Acker Alder Ander Bar Beck Berg Black Bran Brook Cal Carl Cor Dal Dan Der El Ever Fair Far Fen Fer Gar Gold Grim Hal \
        Har Hart Hol Il Jan Jar Kel Kirk Lan Lind Mac Mal Mar Mel Mont Nor Ol Par Per Quin Ram Red Ros Sand Schul Sel Stan Stein \
        Sul Tam Thor Tor Val Van Wal War Web Whit Win Zan
        """)
    private static let ends = words(
        """
        ado aker aldi ani bach berg borough by da dale den der dez dottir elli er ers feld fleet ford gard ger grave ham hart \
        holm house ini kamp kin kov kus ley lin ling lock man mann mark mer mont more ner nes nikov ola ova owski quist rell \
        rich rick ridge ros sen shaw sky son stad stein stone strom ston ton van vik ville wald ward well wick wood worth
        """)

    private static func words(_ text: String) -> [String] { text.split(separator: " ").map(String.init) }
}

/// A book in a list.
public struct ListedBook: Sendable, Hashable {
    public var title: String
    public var author: String
}
