"""The open word lists by which `people` tells who is seen, and whether a face is. They decide hints, never errors."""

from __future__ import annotations

#: Nouns that say no more than that somebody is a person; often the second name of somebody.
PLAIN_PEOPLE = frozenset(
    "man woman boy girl child kid person lady gentleman guy teenager teen elder youngster youth adult figure stranger".split()
)
#: Nouns for one person. Crowds are left out: nobody reads their lips. What ends in -ist, -maker, -keeper… needs no entry.
PERSON_NOUNS = PLAIN_PEOPLE - {"figure"} | frozenset(
    """
        assistant aide helper crewmate teammate classmate roommate bystander onlooker spectator sweeper barmaid bouncer astronomer cosmonaut
        gondolier beachcomber docker pensioner retiree newcomer challenger contestant competitor opponent rival jogger hitchhiker backpacker client guest bather magistrate minstrel bard
        sorcerer sorceress mage druid angel vampire viking ninja
        abbess abbot accountant acrobat actor actress admiral alchemist announcer apprentice archer architect assassin astronaut athlete
        attendant aunt author aviator babysitter bachelor baker ballerina banker barber barista baroness bartender bassist beggar bellhop
        blacksmith boatman bodyguard bookbinder boxer brewer bride brother buccaneer builder bullfighter busboy busker butcher butler buyer
        captain caretaker carpenter cartoonist carver cashier champion chauffeur chef chemist cleaner clerk climber clockmaker clown coach cobbler
        collector colonel commander commuter companion composer concierge conductor conservator constable contralto cook coroner corporal
        count countess courier courtier cousin coxswain cox cowboy cowgirl craftsman croupier curator customer cyclist dad dancer daughter dealer
        deckhand dentist deputy designer detective developer diplomat director dispatcher diver doctor doorman drifter driver drummer
        duchess duke dyer electrician emperor empress engineer engraver executive explorer falconer farmer father fencer ferryman fiddler
        fiancé fiancée firefighter fisher fisherman flautist florist foreman forester fortune-teller friar friend fugitive gambler gardener
        general girlfriend boyfriend geisha gladiator glassblower goalkeeper goatherd governess governor grandad granddaughter grandfather
        grandma grandmother grandpa grandson granny groom groundskeeper guard guardian guide guitarist gunner gymnast hacker hairdresser
        handyman harpist harvester healer heiress herdsman hermit hero heroine hiker host hostess housekeeper hunter hurdler husband
        illustrator inmate innkeeper inspector instructor intern inventor investigator janitor jester jeweler jeweller jockey joiner
        journalist judge juggler keeper king knight labourer laborer lamplighter landlady landlord lawyer lecturer librarian lieutenant
        lifeguard lumberjack luthier magician maid maiden mailman major manager mariner marshal mason matador matriarch mayor mechanic medic
        mentor mercenary merchant mermaid messenger midwife milkmaid miller milliner miner minister model mom monarch monk mother
        mountaineer mourner mum musher musician nanny navigator neighbor neighbour nephew niece nobleman noblewoman nomad novelist nun nurse
        oboist officer official operator optician orderly orphan outlaw painter paramedic parent partner passenger patient patriarch
        patron peasant peddler performer pharmacist philosopher photographer pickpocket pilgrim pilot piper pirate pitcher player plumber
        poet policeman policewoman politician porter postman postwoman potter preacher presenter president priest priestess prince princess
        principal printer prisoner prodigy producer professor programmer prophet psychologist pupil puppeteer queen quilter rabbi racer
        ranger rapper reader rebel receptionist recluse recruit referee registrar repairman reporter rescuer restorer rider rower runner
        sailor salesman saleswoman samurai saxophonist scholar schoolboy schoolgirl scientist scout scribe sculptor seamstress secretary seller
        senator sentry sergeant servant sheriff shepherd shepherdess sherpa shipwright shopkeeper shopper sibling signwriter singer sister
        skater skateboarder skier skipper smith smuggler sniper soldier soloist son soprano speaker spy stagehand steward stewardess
        stonecutter stoker student stuntman stuntwoman sultan surfer surgeon surveyor swimmer swordsman tailor tanner teacher technician
        tenor therapist thatcher tinker tourist trader traffic-warden trainee trainer trainman tramp translator trapper traveler traveller
        trumpeter twin tutor typist umpire uncle undertaker usher vagabond valet vendor vet veteran vicar villager vintner violinist violist
        visitor waiter waitress wanderer warden warrior watchmaker watchman weaver weigher welder whaler wheelwright widow widower wife
        winemaker witch wizard woodcarver woodcutter worker wrestler writer yogi zookeeper
        """.split()
)
#: What people wear ("in a wool cap").
CLOTHES = frozenset(
    """
    apron aprons coat jacket shirt t-shirt blouse dress skirt suit hat cap beret bonnet hood hoodie sweater pullover cardigan jersey vest
    waistcoat uniform robe robes kimono sari gown tuxedo overalls dungarees coveralls boilersuit smock tunic cloak cape cassock habit parka
    anorak raincoat oilskin oilskins overcoat trenchcoat poncho shawl scarf turban headscarf hijab veil jeans trousers shorts leggings
    undersuit wetsuit tracksuit swimsuit leotard bodice galabeya djellaba fedora helmet gloves mittens boots suspenders braces collar
    necktie tie armour armor costume corset pyjamas pajamas nightgown scrubs fatigues denim tweed linen
    """.split()
)
#: What people have ("with a grey beard").
FEATURES = frozenset(
    """
    hair beard moustache mustache goatee stubble sideburns braid braids plait plaits bun ponytail pigtails bob curls fringe freckles
    freckle-faced wrinkles dimples spectacles glasses eyeglasses sleeves eyebrows eyebrow cheeks cheekbones tattoo tattoos dreadlocks
    """.split()
)
#: They may be "he" or "she", and have no lips that speak.
ANIMALS_AND_SHIPS = frozenset(
    """
    fox vixen wolf dog bitch puppy hound terrier collie retriever husky huskies cat kitten tomcat lion lioness cub tiger leopard panther
    cheetah bear horse mare stallion foal pony donkey mule cow bull calf ox sheep ewe ram lamb goat kid pig sow boar hen rooster cockerel
    duck drake goose gander swan eagle hawk falcon owl raven crow magpie sparrow robin heron stork crane pigeon dove gull seagull penguin
    parrot whale dolphin orca seal otter walrus shark turtle tortoise elephant rhino giraffe zebra deer doe stag fawn elk moose rabbit hare
    squirrel badger hedgehog mouse rat monkey ape chimpanzee gorilla orangutan kangaroo koala panda camel llama alpaca dragon unicorn bird
    spider snake lizard frog octopus butterfly bee ibex chamois antelope gazelle bison buffalo hippo lynx puma jaguar ferret weasel stoat
    mole marten beaver raccoon lemur sloth ostrich pelican puffin albatross kingfisher osprey cormorant flamingo peacock turkey hamster
    gecko chameleon salmon trout pike eel beast creature animal beagle dachshund spaniel labrador poodle corgi mastiff greyhound
    ship boat trawler yacht schooner ferry sloop steamer tug tugboat vessel locomotive engine airship frigate submarine
    """.split()
) - {"kid"}
#: They look like people and are none.
LIFELESS = frozenset(
    """
    scarecrow mannequin dummy statue statuette robot android automaton doll puppet marionette snowman skeleton ghost portrait painting
    poster photograph photo figurine gnome nutcracker teddy toy cutout silhouette shadow hologram avatar
    """.split()
)
#: What faces do, and what they have: where one of these stands, a face is seen.
LOOKS = frozenset(
    """
    look looks looking watch watches watching stare stares staring gaze gazes gazing glance glances glancing smile smiles smiling nod nods
    nodding frown frowns frowning blink blinks blinking squint squints squinting face eyes cheek cheeks chin brow brows forehead profile
    expression eyebrow eyebrows lashes head hair beard moustache
    """.split()
)
MIRRORS = frozenset("mirror mirrors reflection reflections reflected".split())
FACES = frozenset(
    "face eyes cheek cheeks smile brow brows chin forehead eyebrow eyebrows lashes gaze expression profile".split()
)
#: What a whole body does.
MOVES = frozenset(
    """
    walk walks walking stand stands standing sit sits sitting enters run runs running rises rise kneel kneels kneeling climb climbs climbing
    crouch crouches crouching lies jump jumps jumping dance dances dancing rides swims steps leans leaning strides hurries wades marches
    """.split()
)
#: Endings of words for what a person does; words that end so by chance are listed.
TRADES = tuple(
    "ologist ographer ician smith keeper maker wright woman monger worker carver grower master herder binder writer player seller painter "
    "singer dancer hunter picker rider teacher walker man ist".split()
)
TRADE_ENDS = frozenset(trade[-3:] for trade in TRADES)
NO_TRADES = frozenset(
    """
    checklist playlist shortlist tracklist impressionist modernist minimalist surrealist expressionist naturalist brutalist realist
    talisman ottoman caiman roman german human snowman waterman walkman superhuman nonhuman hometown strawman bogeyman masterpiece
    specialist screenwriter's record-player typewriter underwriter
    """.split()
)
#: Words that name a thing as often as a person ("a coach"); a person when somebody owns them or they speak.
AMBIGUOUS = frozenset(
    """
    coach cook guide host porter runner general model minister keeper smith page twin count player pitcher printer harvester speaker
    cleaner orderly official executive principal major marshal partner parent champion reader racer scout companion joiner trainer operator
    governor sentry patron president collector miller developer tinker tramp hero spy veteran novice neighbour neighbor painter
    """.split()
)
#: Where one of the first stands, the second are its names for something else: pieces of a game, animals.
OTHER_NAMES = tuple(
    (frozenset(others.split()), frozenset(names.split()))
    for others, names in (
        ("chess chessboard pawn pawns rook rooks checkmate cards", "king queen knight"),
        ("goat goats billy ibex", "kid nanny"),
        (
            "muzzle muzzles hoof hooves snout snouts paw paws fawn bleats whinnies udder beak beaks antlers",
            "kid nanny mother father son daughter brother sister elder twin",
        ),
        ("bee bees hive beehive ant ants anthill termite termites wasp wasps", "queen worker soldier nurse"),
    )
)
#: They do not speak and need not be told not to.
BABIES = frozenset("baby toddler infant newborn".split())
#: A noun after one for a person makes it a thing: "the guard hut", "a sailor hat".
COMPOUNDS = frozenset(
    """
    hut house hat cap suit coat jacket uniform costume rail rails dog dogs tower room chair table desk statue doll figure figurine
    puppet carriage bottle seat cabin quarters lounge door bag boots mask portrait photo class hall scene school shop street road bridge
    light lights flame lamp train ferry plane deck ship flag market tape book machine size hazel side team crew
    bee bees crab ant ants shark penguin cushion shoes gloves apron knife tools tent bench station
    """.split()
)
DETERMINERS = frozenset(
    "a an the one two three four both another his her their its this that every each some no".split()
)
INDEFINITE = frozenset(("a", "an", "one"))
NUMBERS = {"two": 2, "three": 3, "four": 4, "both": 2, "five": 5}
#: Words for two people.
COUPLES = frozenset(("couple", "newlyweds"))
#: Words that name a thing as often as a person, but not when there are two of them.
PEOPLE_IN_NUMBERS = frozenset(
    "player partner parent cook neighbour neighbor scout veteran companion champion host guide porter".split()
)
OWNERS = frozenset(("his", "her", "their"))
SUBJECTS = frozenset(("he", "she"))
# A noun phrase ends at these, seen from its noun backwards.
STOPS = frozenset(
    "of in on at by with to from for as like who whose which while where when and or but is are was were says said".split()
)
AFTER = frozenset("in with wearing of from at on by who whose holding carrying".split())
#: Before a noun for a person these make it something else than a face: "the hands of an old woman", "a wooden king", "as a king".
UNSEEN = frozenset(
    """
    hand hands finger fingers arm arms foot feet boots shoes legs silhouette silhouettes statue statues photo photos photograph photographs
    portrait portraits painting paintings poster posters shadow shadows voice voices sound sounds footsteps back backs outline outlines
    drawing drawings figurine figurines picture pictures sculpture sculptures footprints memory scent work name job life world size height
    shape age its off-screen offscreen unseen invisible wooden toy puppet marionette doll robot robotic paper clay stone marble bronze
    plastic tin painted carved embroidered snow wax animated cartoon like as bust effigy crowd crowds rows row throng recorded without than enough
    """.split()
)
BELONGS = frozenset("of by beside near for behind belonging worn held carried under over where which that".split())
PRONOUNS = frozenset(("he", "she", "his", "her"))
#: Nouns that end so may be people when they wear something…
AGENTS = ("er", "or", "ist", "ian", "man", "wright")
#: …but not these.
NO_AGENTS = frozenset(
    """
    water paper river counter corner letter flower leather tower mirror door floor motor tractor silver copper amber finger shoulder winter
    summer weather number order cover drawer computer poster banner ladder hammer butter timber chamber feather gutter shutter trailer
    boiler cooker heater roller container helicopter elevator escalator radiator generator projector monitor calculator refrigerator anchor
    armor color flavor layer border center theater theatre powder ladder ladder locker scooter chopper freezer cylinder barrier carrier
    cluster crater folder holder ladder lever marker meter pepper pillar planter plaster pointer polymer poster rafter scatter shower
    slipper spider sticker stretcher sweater transformer transistor under over after another either neither whether her never ever
    """.split()
)
FACELESS_WORDS = frozenset(
    """
    behind back backs face faces faceless mask masks masked helmet visor silhouette silhouettes silhouetted backlit figure figures hands
    fingers boots feet legs heads head distance background far dot speck veil
    """.split()
)


def is_noun_for_person(word: str) -> bool:
    """Whether `word` (lower case, singular) names a person by what it is or ends in."""
    return word in PERSON_NOUNS or (
        len(word) > 6 and word.endswith(TRADES) and word not in NO_TRADES and word[-4:] != "list"
    )


_SINGULARS = {"children": "child", "men": "man", "people": "person"}


def singular(word: str) -> str:
    """The singular of a noun for people."""
    if word.endswith(("men", "women")) and len(word) > 3:
        return word[:-2] + "an"
    return _SINGULARS.get(word, word.removesuffix("s"))
