import { OWN_TEXTS } from "../../support/own-texts.ts";
import { type Fields, type Json, Person } from "../support/person.ts";
import { CAPABILITIES, type Filled } from "./fill.ts";

interface Question {
  readonly of: string;
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly fields: Fields;
}

export interface Observation extends Question {
  readonly answer: Json;
}

const LISTS = [
  "/users",
  "/users/me",
  "/users/me/subscriptions",
  "/users/me/api_keys",
  "/users/me/sessions",
  "/users/me/alert_words",
  "/streams",
  "/user_groups",
  ...OWN_TEXTS.map(({ list }) => `/${list}`),
  "/reminders",
  "/attachments",
  "/navigation_views",
  "/bot_storage",
  "/invites",
  "/bots",
  "/export/realm",
  "/realm/emoji",
  "/realm/linkifiers",
  "/realm/domains",
  "/realm/profile_fields",
  "/channel_folders",
];

const NARROWS: readonly (readonly unknown[])[] = [
  [],
  [{ operator: "channel", operand: "quay" }],
  [
    { operator: "channel", operand: "quay" },
    { operator: "topic", operand: "moved" },
  ],
  [{ operator: "is", operand: "dm" }],
  [{ operator: "is", operand: "starred" }],
  [{ operator: "is", operand: "mentioned" }],
  [{ operator: "is", operand: "alerted" }],
  [{ operator: "is", operand: "unread" }],
  [{ operator: "has", operand: "attachment" }],
  [{ operator: "has", operand: "reaction" }],
  [{ operator: "search", operand: "number" }],
  [{ operator: "sender", operand: "ada@example.com" }],
];

/** The users whose views differ most: a sender, a guest, and a bot. */
const READERS = ["ada", "gus", "bot"];

const PAGE = { anchor: "newest", num_before: 200, num_after: 0 };

type People = Readonly<Record<string, Person>>;

/** Returns the response to a request, with the server's port replaced. */
export async function answerTo({ of, method, path, fields }: Question, people: People): Promise<Json> {
  const person = people[of] as Person;
  const { body } = await (method === "GET" ? person.get(path, fields) : person.post(path, fields));
  return atAnyPort(body);
}

export const atAnyPort = (answer: Json): Json =>
  JSON.parse(JSON.stringify(answer).replace(/(127\.0\.0\.1|localhost):\d+/g, "$1:PORT"));

/** Returns the responses to queries for the stored data, sent as each of the readers. */
export async function observe(filled: Filled, people: People): Promise<Observation[]> {
  const found: Observation[] = [];
  for (const question of questions(filled, Object.keys(people))) {
    const answer = await answerTo(question, people);
    // A refusal contains no stored data.
    if (answer.result === "success") found.push({ ...question, answer });
  }
  return found;
}

function* questions({ queues, messages, channels }: Filled, names: readonly string[]): Iterable<Question> {
  const get = (of: string, path: string, fields: Fields = {}): Question => ({ of, method: "GET", path, fields });
  for (const { of, queue_id, last_event_id } of queues) {
    yield get(of, "/events", { queue_id, last_event_id, dont_block: true });
  }
  for (const of of names) {
    const fields = { client_capabilities: CAPABILITIES, include_subscribers: true };
    yield { of, method: "POST", path: "/register", fields };
    for (const path of LISTS) yield get(of, path);
    const narrows = READERS.includes(of) ? NARROWS : NARROWS.slice(0, 1);
    for (const narrow of narrows) yield get(of, "/messages", { ...PAGE, narrow, allow_empty_topic_name: true });
  }
  yield get("owner", "/messages", { ...PAGE, apply_markdown: false });
  for (const name of ["greeting", "many 0", "many 1"]) {
    yield get("ada", `/messages/${messages[name]}/history`);
    yield get("ada", `/messages/${messages[name]}/read_receipts`);
  }
  for (const id of Object.values(channels)) {
    yield get("owner", `/streams/${id}`);
    yield get("owner", `/streams/${id}/members`);
    yield get("owner", `/users/me/${id}/topics`);
  }
}

/** Returns a filled organization's users, as clients of the server at a URL. */
export const peopleAt = (url: string, people: Filled["people"]): Record<string, Person> =>
  Object.fromEntries(
    Object.entries(people).map(([name, { email, key, id }]) => [name, new Person(url, email, key, id)]),
  );
