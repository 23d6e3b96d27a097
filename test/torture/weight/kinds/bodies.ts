import { expectAnswer, type Kind, type Scene } from "../kind.ts";
import { type Flood, pour } from "../pour.ts";

const GIGABYTE = 1_000_000_000;

/** So many bytes of a body; in the test suite, as many as would be felt. */
export const bytesOf = ({ trial }: Scene) => (trial.isBrief ? GIGABYTE / 5 : GIGABYTE);

interface Way {
  readonly to: string;
  readonly flood: Pick<Flood, "method" | "path">;
  readonly by: "nobody" | "mel";
  readonly statuses: readonly number[];
}

const WAYS: readonly Way[] = [
  { to: "no endpoint", flood: { path: "/api/v1/nosuch" }, by: "nobody", statuses: [404] },
  { to: "/fetch_api_key", flood: { path: "/api/v1/fetch_api_key" }, by: "nobody", statuses: [400] },
  // One that says itself that it is too long is told so, whoever sends it.
  { to: "/messages, by nobody", flood: { path: "/api/v1/messages" }, by: "nobody", statuses: [400, 401] },
  { to: "/messages, by a member", flood: { path: "/api/v1/messages" }, by: "mel", statuses: [400] },
  {
    ...{ to: "an endpoint, by a wrong method", by: "nobody", statuses: [405] },
    flood: { method: "PUT", path: "/api/v1/messages" },
  },
];

/** A body in chunks and one of a stated length at the same time, to whatever takes one or does not. */
export const bodies: readonly Kind[] = WAYS.map(({ to, flood, by, statuses }) => ({
  name: `bodies of a gigabyte to ${to}`,
  async run(scene: Scene) {
    const all = [false, true].map(async (isStated) => {
      const said = await pour(scene[by], { ...flood, begin: "content=", bytes: bytesOf(scene), isStated });
      scene.trial.log(`${said.status} after ${said.sent} bytes`);
      expectAnswer(`${flood.method ?? "POST"} ${flood.path}`, said, statuses);
    });
    await Promise.all(all);
  },
}));
