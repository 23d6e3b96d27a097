import { createHmac } from "node:crypto";
import { openCheckpoint } from "../../../../src/merkle-log/checkpoint.ts";
import { answerOutside } from "../../../support/outside.ts";
import type { Json } from "../../../support/person.ts";

/** A batch that a collector accepted. */
interface Batch {
  readonly ids: readonly number[];
  readonly lines: readonly string[];
  readonly url: string;
  /** Log size that the checkpoint covers. */
  readonly size: number;
}

/**
 * A collector, based on src/features/server/audit-streaming/README.md. It accepts a batch if its signature and
 * checkpoint are right, and requires nothing else. It refuses batches while `status` isn't 200. While `status` is 302,
 * it redirects to its login page.
 */
export class Collector {
  /** A unique host, because organizations of earlier tests still deliver to their own collectors. */
  readonly host = `siem-${crypto.randomUUID()}.example.com`;
  readonly url = `https://${this.host}/intake?key=in-the-address`;
  status = 200;
  secret = "";
  key = "";
  readonly taken: Batch[] = [];
  asked = 0;
  wrong: string | undefined;

  get ids(): number[] {
    return this.taken.flatMap(({ ids }) => ids);
  }

  async respond(request: Request): Promise<Response> {
    const loginPage = `https://${this.host}/login`;
    if (request.url === loginPage) return new Response("Log in");
    this.asked += 1;
    const body = new TextDecoder().decode(await request.arrayBuffer());
    const timestamp = request.headers.get("x-parley-timestamp") ?? "";
    const signature = createHmac("sha256", this.secret).update(`${timestamp}.${body}`).digest("hex");
    const note = Buffer.from(request.headers.get("x-parley-checkpoint") ?? "", "base64").toString();
    const opened = openCheckpoint(note, this.key);
    if (request.headers.get("x-parley-signature") !== `v1=${signature}`) this.wrong = "signature";
    if ("wrong" in opened) this.wrong = opened.wrong;
    if (!/^\d{10}$/.test(timestamp)) this.wrong = "timestamp";
    const lines = body.trimEnd().split("\n");
    if (lines.length > 500) this.wrong = "too many";
    if (this.status === 200 && !("wrong" in opened)) {
      const ids = lines.map((line) => (JSON.parse(line) as Json).id as number);
      this.taken.push({ ids, lines, url: request.url, size: opened.size });
    }
    if (this.status === 302) return new Response("", { status: 302, headers: { Location: loginPage } });
    return new Response("", { status: this.status });
  }
}

/** Runs `work` with a collector that answers at its URL. Nothing leaves the machine. */
export async function withCollector(work: (collector: Collector) => Promise<void>): Promise<void> {
  const collector = new Collector();
  answerOutside([collector.host], (request) => collector.respond(request));
  await work(collector);
}
