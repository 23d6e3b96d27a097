import { expect, test } from "vitest";
import type { Layer, TrackKind } from "../../../../../src/web/client/calls/frames.ts";
import { type PullSlot, planPulls, type TrackRequest } from "../../../../../src/web/client/calls/sfu/pulls.ts";

const wish = (member: number, kind: TrackKind = "mic", publication = "1 0", rid?: Layer): TrackRequest => ({
  member,
  kind,
  publication,
  ...(rid !== undefined && { rid }),
});
const place = (mid: string, use?: TrackRequest, isVideo = false): PullSlot => ({ mid, isVideo, use });

test.each<{
  readonly what: string;
  places: PullSlot[];
  wishes: TrackRequest[];
  plan: Partial<ReturnType<typeof planPulls>>;
}>([
  {
    what: "a track that isn't received yet is pulled",
    places: [],
    wishes: [wish(2), wish(3, "cam", "1 0", "q")],
    plan: {
      pulls: [
        { member: 2, kind: "mic" },
        { member: 3, kind: "cam", rid: "q" },
      ],
    },
  },
  { what: "a track that is received stays unchanged", places: [place("0", wish(2))], wishes: [wish(2)], plan: {} },
  {
    what: "a track that is no longer wanted is dropped",
    places: [place("0", wish(2))],
    wishes: [],
    plan: { drops: ["0"] },
  },
  { what: "a free slot needs no change", places: [place("0")], wishes: [], plan: {} },
  {
    what: "a new track takes a free slot rather than one whose track is still being dropped",
    places: [place("0", wish(2)), place("1")],
    wishes: [wish(4)],
    plan: { pulls: [{ member: 4, kind: "mic", mid: "1" }], drops: ["0"] },
  },
  {
    what: "a new track takes the slot of an ended one, without a drop",
    places: [place("0", wish(2))],
    wishes: [wish(4)],
    plan: { pulls: [{ member: 4, kind: "mic", mid: "0" }] },
  },
  {
    what: "a video takes no slot of a voice",
    places: [place("0")],
    wishes: [wish(4, "cam", "1 0", "h")],
    plan: { pulls: [{ member: 4, kind: "cam", rid: "h" }] },
  },
  {
    what: "a track that its member republishes is pulled again into its own slot",
    places: [place("0"), place("1", wish(2))],
    wishes: [wish(2, "mic", "2 0")],
    plan: { pulls: [{ member: 2, kind: "mic", mid: "1" }] },
  },
  {
    what: "another size needs no new pull",
    places: [place("0", wish(2, "cam", "1 0", "q"), true)],
    wishes: [wish(2, "cam", "1 0", "f")],
    plan: { layers: [{ mid: "0", rid: "f" }] },
  },
])("planPulls: $what", ({ places, wishes, plan }) => {
  expect(planPulls(places, wishes)).toEqual({ pulls: [], drops: [], layers: [], ...plan });
});

test("planPulls requests at most 64 tracks at once", () => {
  const wishes = Array.from({ length: 70 }, (_, member) => wish(member));
  expect(planPulls([], wishes).pulls).toHaveLength(64);
});
