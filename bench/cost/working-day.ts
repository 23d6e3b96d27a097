/** How clients receive events: by polling, like Zulip's, or by a stream, like the web client. */
export type Transport = "polls" | "streams";
export const transports = ["polls", "streams"] as const;

export const WORKING_SECONDS = 9 * 3600;
export const WORKING_DAYS_A_MONTH = 22;

/**
 * How many times each person performs each act in a working day. These numbers, like those in `received`, are
 * assumptions. Only the cost of each act is counted.
 */
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
  /** Once a minute while a client is open. */
  ping: WORKING_SECONDS / 60,
} as const;

/** What people do in a voice room in a working day. The room is always occupied. */
export const voiceRoom = { people: 10, visitsOfEach: 6, occupiedSeconds: WORKING_SECONDS } as const;

/** Events caused by a person in a day. */
export const eventsOfEach = ofEachPerson.send + ofEachPerson.react + ofEachPerson.type + ofEachPerson["mark as read"];

/** Events received by each client in a day: in a large team, most messages are for few people. */
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
/** The acts of streams at relays. The last one is an event on a relay's link, including what the relay then sends. */
export type RelayActName = "open a stream at a relay" | "stream at a relay, something comes" | "relay, something comes";
export type RoomActName = "come and go in a voice room";
/** The recorded acts. A registration is also recorded in a larger organization. */
export type ActName = keyof typeof ofEachPerson | ListeningActName | "register, 500 people";

const POLL_SECONDS = 50;
const PING_SECONDS = 30;

/**
 * Returns the number of events that each client receives in a day, interpolated between the assumed team sizes on a
 * log-log scale.
 */
export function eventsFor(people: number): number {
  const at = Math.max(
    1,
    received.findIndex(([size]) => size >= people),
  );
  const [[fewer, less], [more, most]] = [received[at - 1] ?? [10, 320], received[at] ?? [5000, 6000]];
  return less * (most / less) ** (Math.log(people / fewer) / Math.log(more / fewer));
}

/** The defaults of RELAYS_FROM and RELAY_STREAMS. */
const [RELAYS_FROM, RELAY_STREAMS] = [2000, 4000];

/** Returns the number of relays of an organization in which everyone has a stream open. */
export const relaysFor = (people: number): number => Math.max(0, Math.ceil((people - RELAYS_FROM) / RELAY_STREAMS));

/** Returns how many times a day a person's client polls, or receives something through its stream. */
export function listeningActs(
  people: number,
  transport: Transport,
): Partial<Record<ListeningActName | RelayActName, number>> {
  const events = eventsFor(people);
  if (transport === "streams") {
    // A client's ping costs as much as an acknowledgement.
    const heard = events + WORKING_SECONDS / PING_SECONDS;
    const own = Math.min(1, RELAYS_FROM / people);
    // Assumes that every event of the organization has a recipient at every relay.
    const onLinks = relaysFor(people) * eventsOfEach;
    return {
      "open a stream": own * ofEachPerson.register,
      "stream, something comes": own * heard,
      "open a stream at a relay": (1 - own) * ofEachPerson.register,
      "stream at a relay, something comes": (1 - own) * heard,
      "relay, something comes": onLinks,
    };
  }
  // Events arrive at random, so a poll stays empty whenever more than 50 seconds pass between two events.
  const share = Math.exp((-events * POLL_SECONDS) / WORKING_SECONDS);
  return { "poll, something comes": events, "poll, nothing comes": (events * share) / (1 - share) };
}

/**
 * Returns the weights for the costs of registering with 10 and with 500 people. The weighted sum approximates the cost
 * with this number of people.
 */
export function registrationShare(
  name: ActName | RelayActName,
  people: number,
  { people: few }: { readonly people: number },
) {
  if (name !== "register") return { small: 1, large: 0 };
  const large = Math.max(0, people - few) / (500 - few);
  return { small: 1 - large, large };
}
