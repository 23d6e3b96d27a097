import { expect, test } from "vitest";
import type { features } from "../../src/features.ts";
import type { StateSlice } from "../../src/realm/state-slice.ts";
import { apply } from "../../src/web/model/apply.ts";
import { REGISTRATION, type State } from "../../src/web/model/state.ts";
import type { Frozen } from "../../src/wire-types.ts";
import { makeChannel } from "../support/channels.ts";
import { comparableStates } from "../support/compare-states.ts";
import { sendDirect, sendToChannel } from "../support/messages.ts";
import { realm } from "../support/organization.ts";

type Slices = NonNullable<(typeof features)[number]["state"]>[number];
/** State types that the web client requests. */
type Asked = (typeof REGISTRATION)["fetch_event_types"][number];
type ShapeOf<Slice> =
  Slice extends StateSlice<infer Shape, infer Type> ? (Type & Asked extends never ? never : Shape) : never;
type Shapes = ShapeOf<Slices>;

type NamesIn<Union> = Union extends unknown ? keyof Union : never;
type In<Union, Name> = Union extends unknown ? (Name extends keyof Union ? Union[Name] : never) : never;
/** Presences in the format for clients that don't request slim presence. */
type LegacyPresences = Readonly<Record<string, { readonly aggregated: object }>>;
/** Registration response for a logged-in user who requests everything the web client does. */
type Reply = { readonly [Name in NamesIn<Shapes>]: Exclude<In<Shapes, Name>, undefined | LegacyPresences> };

/** Fields about the queue and the program. */
type Others = "queue_id" | "last_event_id" | "zulip_version" | "zulip_feature_level" | "svc_build";

/** Type check: every field of the client's state must be in one of the slices it requests. */
const stateOf = (reply: Reply): Frozen<Omit<State, Others>> => reply;

test("the web client's registration response has every field of its state", async () => {
  const { noah } = await realm();
  const { state } = await noah.queue(REGISTRATION);
  for (const name of ["unread_msgs", "svc_build"]) expect(state).toHaveProperty(name);
  expect(state).not.toHaveProperty("streams");
  expect(stateOf(state)).toBe(state);
});

test("events keep the web client's state up to date, in the format it requests", async () => {
  const { iris, noah, mia } = await realm();
  const channel = await makeChannel(iris, "harbour", [iris, noah, mia]);
  const queue = await noah.queue(REGISTRATION);
  const state: State = structuredClone(queue.state);
  const id = await sendToChannel(iris, channel, "Tides", "@**Noah Example** look");
  await sendDirect(mia, [noah, iris], "hello");
  await mia.ok(mia.post("/users/me/presence", { status: "active" }));
  await mia.ok(mia.post("/users/me/status", { status_text: "at sea" }));
  await noah.ok(noah.post("/messages/flags", { messages: [id], op: "add", flag: "starred" }));
  await noah.ok(noah.post("/user_topics", { stream_id: channel, topic: "Tides", visibility_policy: 3 }));
  await mia.ok(mia.post(`/streams/${channel}/pins`, { message_id: id }));
  await mia.ok(mia.post(`/streams/${channel}/pins`, { topic: "Tides", position: 0 }));
  await iris.ok(iris.patch(`/messages/${id}`, { topic: "Winds", propagate_mode: "change_all" }));
  await iris.ok(iris.patch(`/users/${mia.id}`, { full_name: "Mia Sailor" }));
  for (const event of await queue.events()) apply(state, event);
  const { known, fresh } = comparableStates(state, await noah.ok(noah.post("/register", REGISTRATION)));
  expect(known).toEqual(fresh);
  expect(known.channel_board_topics).toMatchObject([{ topic_name: "Winds" }]);
});
