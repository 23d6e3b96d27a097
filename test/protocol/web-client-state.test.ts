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
/** The types of state that the web client asks for. */
type Asked = (typeof REGISTRATION)["fetch_event_types"][number];
type ShapeOf<Slice> =
  Slice extends StateSlice<infer Shape, infer Type> ? (Type & Asked extends never ? never : Shape) : never;
type Shapes = ShapeOf<Slices>;

type NamesIn<Union> = Union extends unknown ? keyof Union : never;
type In<Union, Name> = Union extends unknown ? (Name extends keyof Union ? Union[Name] : never) : never;
/** Presences in the form for clients that do not ask for the slim one. */
type LegacyPresences = Readonly<Record<string, { readonly aggregated: object }>>;
/** The reply to somebody with an account, who asks for all that the web client does. */
type Reply = { readonly [Name in NamesIn<Shapes>]: Exclude<In<Shapes, Name>, undefined | LegacyPresences> };

/** What is of the queue and of the program. */
type Others = "queue_id" | "last_event_id" | "zulip_version" | "zulip_feature_level" | "svc_build";

/** The state that a client keeps is that of the slices it asks for: a field that none of them has does not compile. */
const stateOf = (reply: Reply): Frozen<Omit<State, Others>> => reply;

test("a registration of the web client has all that its state says it has", async () => {
  const { noah } = await realm();
  const { state } = await noah.queue(REGISTRATION);
  for (const name of ["unread_msgs", "svc_build"]) expect(state).toHaveProperty(name);
  expect(state).not.toHaveProperty("streams");
  expect(stateOf(state)).toBe(state);
});

test("events keep the state of the web client, in the form that it asks for", async () => {
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
  await iris.ok(iris.patch(`/messages/${id}`, { topic: "Winds", propagate_mode: "change_all" }));
  await iris.ok(iris.patch(`/users/${mia.id}`, { full_name: "Mia Sailor" }));
  for (const event of await queue.events()) apply(state, event);
  const { known, fresh } = comparableStates(state, await noah.ok(noah.post("/register", REGISTRATION)));
  expect(known).toEqual(fresh);
});
