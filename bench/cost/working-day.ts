/** How clients hear of events: by polling, as Zulip's do, or by a stream, as the web client does. */
export type Transport = "polls" | "streams";
export const transports = ["polls", "streams"] as const;

export const WORKING_SECONDS = 9 * 3600;
export const WORKING_DAYS_A_MONTH = 22;

/** What each person does in a working day. An assumption, as is `received`; what each of these costs is counted. */
export const ofEachPerson = {
  register: 3,
  "log in": 0.1,
  send: 40,
  "read a page": 60,
  "mark as read": 80,
  react: 10,
  edit: 3,
  type: 30,
  search: 3,
  upload: 1,
  download: 5,
  /** Once a minute, while a client is open. */
  ping: WORKING_SECONDS / 60,
} as const;

/** How many events a person makes in a day. */
export const eventsOfEach = ofEachPerson.send + ofEachPerson.react + ofEachPerson.type + ofEachPerson["mark as read"];

/** How many events come to each client in a day: most messages of a large team are for few of its people. */
const received: readonly (readonly [people: number, events: number])[] = [
  [10, 320],
  [50, 1000],
  [500, 3000],
  [5000, 6000],
  [50_000, 10_000],
];

export type ListeningActName =
  | "poll, something comes"
  | "poll, nothing comes"
  | "open a stream"
  | "stream, something comes";
/** What streams cost that relays hold. The last one is an event on a relay's link, with what the relay then tells. */
export type RelayActName = "open a stream at a relay" | "stream at a relay, something comes" | "relay, something comes";
/** What is recorded; of a registration, also what it costs in a larger organization. */
export type ActName = keyof typeof ofEachPerson | ListeningActName | "register, 500 people";

const POLL_SECONDS = 50;
const PING_SECONDS = 30;

/**
 * How many events come to each client in a day. Between the sizes that are assumed, in proportion: as the one grows by a
 * percentage, so does the other.
 */
export function eventsFor(people: number): number {
  const at = Math.max(
    1,
    received.findIndex(([size]) => size >= people),
  );
  const [[fewer, less], [more, most]] = [received[at - 1] ?? [10, 320], received[at] ?? [5000, 6000]];
  return less * (most / less) ** (Math.log(people / fewer) / Math.log(more / fewer));
}

/** The settings RELAYS_FROM and RELAY_STREAMS where nothing else is said. */
const [RELAYS_FROM, RELAY_STREAMS] = [2000, 4000];

/** The number of relays of an organization in which everybody has a stream open. */
export const relaysFor = (people: number): number => Math.max(0, Math.ceil((people - RELAYS_FROM) / RELAY_STREAMS));

/** How often a person's client polls, or hears by its stream, in a day. */
export function listeningActs(
  people: number,
  transport: Transport,
): Partial<Record<ListeningActName | RelayActName, number>> {
  const events = eventsFor(people);
  if (transport === "streams") {
    // A ping of the client's costs what a message costs that acknowledges.
    const heard = events + WORKING_SECONDS / PING_SECONDS;
    const own = Math.min(1, RELAYS_FROM / people);
    // Each event of the organization is taken to be for somebody at each relay.
    const onLinks = relaysFor(people) * eventsOfEach;
    return {
      "open a stream": own * ofEachPerson.register,
      "stream, something comes": own * heard,
      "open a stream at a relay": (1 - own) * ofEachPerson.register,
      "stream at a relay, something comes": (1 - own) * heard,
      "relay, something comes": onLinks,
    };
  }
  // Events come by chance: between two of them, a poll ends without one as often as 50 seconds pass.
  const share = Math.exp((-events * POLL_SECONDS) / WORKING_SECONDS);
  return { "poll, something comes": events, "poll, nothing comes": (events * share) / (1 - share) };
}

/** How much of a registration in an organization of so many is one of ten people, and how much one of 500. */
export function registrationShare(
  name: ActName | RelayActName,
  people: number,
  { people: few }: { readonly people: number },
) {
  if (name !== "register") return { small: 1, large: 0 };
  const large = Math.max(0, people - few) / (500 - few);
  return { small: 1 - large, large };
}
