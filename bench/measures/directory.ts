import { Buffer } from "node:buffer";
import type { Stage } from "../bench.ts";
import { compare } from "../comparison.ts";
import { median, quantile, type Timings } from "../load/closed-loop.ts";
import { Connection } from "../load/connection.ts";
import { request } from "../load/requests.ts";
import type { Measure } from "../measure.ts";
import { makeOwner } from "../web/reader.ts";
import { messages } from "./send.ts";

/** Requests per second: of a directory, at the rate that Entra recommends, and of users who send messages meanwhile. */
const RATES = { directory: 25, people: 50 };
const CONNECTIONS = 8;
const SECONDS = 15;

/** A directory looks up and creates accounts while people talk, compared with the same people without a directory. */
export const measure: Measure = {
  name: "directory",
  about: "a directory calls 25 times a second by SCIM, while people talk",
  async run(bench) {
    const stage = await bench.stage({ of: "standard" });
    const seconds = bench.settings.quick ? 1 : SECONDS;
    const send = messages(stage);
    const scim = await directoryOf(stage);
    const people = () => paced(stage.server.port, { perSecond: RATES.people, seconds, next: send });
    const calls: number[] = [];
    const found = await compare(
      bench.settings.rounds,
      {
        async ours() {
          const beside = paced(stage.server.port, { perSecond: RATES.directory, seconds, next: scim });
          const [{ p50, p99 }, directory] = await Promise.all([people(), beside]);
          calls.push(directory.p99);
          return { p50, p99 };
        },
        async floor() {
          const { p50, p99 } = await people();
          return { p50, p99 };
        },
      },
      (what) => bench.progress(what),
    );
    bench.report({ name: "a call of the directory, p99", value: median(calls), unit: "ms", budget: { atMost: 500 } });
    const { ours, floor, ratio } = found;
    bench.report(
      { name: "a message beside it, p50", value: ours.p50, floor: floor.p50, unit: "ms", budget: { atMost: 1.1 } },
      ratio.p50,
    );
    bench.report({ name: "a message beside it, p99", value: ours.p99, floor: floor.p99, unit: "ms" }, ratio.p99);
  },
};

/**
 * Returns a function that builds a directory's requests. Every second request creates the person that the one before
 * looked up.
 */
async function directoryOf({ server }: Stage): Promise<() => string> {
  const { cookies } = await makeOwner(server);
  const csrf = cookies.find(({ name }) => name === "csrftoken")?.value ?? "";
  const response = await fetch(`http://localhost:${server.port}/json/scim/connections`, {
    method: "POST",
    headers: { cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "), "X-CSRFToken": csrf },
    body: new URLSearchParams({ name: "Bench", kind: "other" }),
  });
  const { token } = (await response.json()) as { token: string };
  const headers = `authorization: Bearer ${token}\r\ncontent-type: application/scim+json\r\n`;
  const call = (method: string, path: string, content?: object) =>
    request(method, `/scim/v2${path}`, headers, content === undefined ? "" : latin(JSON.stringify(content)));
  let count = 0;
  return () => {
    count += 1;
    const userName = `person-${Math.ceil(count / 2)}@directory.example`;
    if (count % 2 === 0) return call("POST", "/Users", { userName, name: { formatted: "Ann Lee" }, active: true });
    return call("GET", `/Users?filter=${encodeURIComponent(`userName eq "${userName}"`)}`);
  };
}

const latin = (text: string) => Buffer.from(text).toString("latin1");

/** Sends requests at a steady rate, regardless of how long each takes. */
async function paced(
  port: number,
  { perSecond, seconds, next }: { readonly perSecond: number; readonly seconds: number; readonly next: () => string },
): Promise<Timings> {
  const times: number[] = [];
  const start = performance.now();
  let sent = 0;
  const loop = async () => {
    const connection = new Connection(port);
    for (;;) {
      const due = start + (sent * 1000) / perSecond;
      sent += 1;
      if (due >= start + seconds * 1000) break;
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, due - performance.now())));
      const { status, body } = await connection.send(next());
      if (status >= 300) throw new Error(`${status}: ${body.toString().slice(0, 300)}`);
      // Measured from when the request was due, so that the time spent waiting for earlier requests counts, too.
      times.push(performance.now() - due);
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, loop));
  times.sort((one, other) => one - other);
  const achieved = times.length / ((performance.now() - start) / 1000);
  return { perSecond: achieved, p50: quantile(times, 0.5), p99: quantile(times, 0.99) };
}
