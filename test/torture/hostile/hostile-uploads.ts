import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sampleMembers, tarBlob } from "../../archive-format/sample.ts";
import { programs } from "../../features/integrations/incoming-email/samples/programs.ts";
import type { Person } from "../../process/support/person.ts";
import { Random } from "../../process/support/random.ts";
import { type Reading, readPictureWithin, readTarWithin } from "../../support/bounded-readers.ts";
import { turnedJpeg, wholeGif, wholePng } from "../../support/pictures.ts";
import { spoilt, withSums } from "../../support/spoilt-bytes.ts";
import { type Answer, faultOf, sendRequest } from "../abuse/send-request.ts";
import { type Trial, Violation } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";

export const MAIL_IN = { MAIL_IN: "%s@in.example.org", MAIL_IN_SECRET: "the secret of the server for mail" };
/** Less than the 50 emails a minute that an organization accepts. */
const MAILS_OF_ONE = 40;
const PART_BYTES = 2 ** 20;
/** How long checking an archive of a few kilobytes may take. */
const CHECK_MS = 30_000;

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

/**
 * Sends an organization's corrupted files one after the other, and counts the results. The files are determined by the
 * trial's random numbers.
 */
export class HostileUploads {
  taken = 0;
  refused = 0;
  /** The largest share a reader took of its permitted steps. */
  mostSteps = 0;
  readonly #trial: Trial;
  readonly #server: TortureServer;
  readonly #owner: Person;
  readonly #archive: Uint8Array;
  readonly #random: Random;
  #address = "";
  #mails = MAILS_OF_ONE;
  #made = 0;

  private constructor(trial: Trial, server: TortureServer, owner: Person, archive: Uint8Array) {
    this.#random = new Random(trial.random.below(2 ** 31));
    this.#trial = trial;
    this.#server = server;
    this.#owner = owner;
    this.#archive = archive;
  }

  static async of(trial: Trial, server: TortureServer): Promise<HostileUploads> {
    const archive = new Uint8Array(await (await tarBlob(await sampleMembers())).arrayBuffer());
    return new HostileUploads(trial, server, await trial.organization(server), archive);
  }

  /** Sends one file. Throws if the response is not one the protocol allows. */
  async send(): Promise<void> {
    const seed = this.#random.below(2 ** 31);
    const kind = this.#random.below(10);
    if (kind === 0) await this.#importArchive(seed);
    else if (kind < 4) await this.#sendMail(seed);
    else await this.#sendPicture(seed);
  }

  /**
   * Records the share of its steps that one of the server's own readers has taken. Readers throw if they take more
   * steps than the bytes can need.
   */
  #noteSteps({ share }: Reading): void {
    this.mostSteps = Math.max(this.mostSteps, share);
  }

  #note(what: string, answer: Answer): void {
    const fault = faultOf(answer);
    if (fault !== undefined) throw new Violation(`${what}: ${fault}`, [answer.text.slice(0, 1000)]);
    if (answer.status === 200) this.taken += 1;
    else this.refused += 1;
  }

  async #importArchive(seed: number): Promise<void> {
    const [changed = new Uint8Array()] = spoilt(this.#archive, 1, seed);
    // Otherwise, most archives would be refused because of the checksums in their headers.
    const bytes = seed % 4 > 0 ? withSums(changed) : changed;
    if (bytes.length === 0) return;
    this.#noteSteps(await readTarWithin(bytes));
    const owner = this.#owner;
    const { import: made } = await owner.ok(owner.post("/imports", { size: bytes.length, part_bytes: PART_BYTES }));
    const path = `/api/v1/imports/${made.id}/parts/1?filename=part&sha256=${sha256(bytes)}`;
    const put = await sendRequest(owner, { name: "part", method: "PUT", path, body: Buffer.from(bytes) });
    if (put.status !== 200) throw new Violation(`a part of the archive of seed ${seed} answers ${put.status}`);
    await owner.ok(owner.post(`/imports/${made.id}/check`));
    const until = Date.now() + CHECK_MS;
    for (;;) {
      const { import: told } = await owner.ok(owner.get(`/imports/${made.id}`));
      if (told.state !== "checking") {
        if (told.state === "failed") this.refused += 1;
        else this.taken += 1;
        break;
      }
      if (Date.now() > until) throw new Violation(`the archive of seed ${seed} is checked for ${CHECK_MS} ms`);
      await pause(20);
    }
    await owner.ok(owner.post(`/imports/${made.id}/cancel`));
    await owner.ok(owner.delete(`/imports/${made.id}`));
  }

  async #sendMail(seed: number): Promise<void> {
    if (this.#mails >= MAILS_OF_ONE) {
      this.#mails = 0;
      const owner = await this.#trial.organization(this.#server);
      const channel = await owner.channel("pier", [owner]);
      this.#address = (await owner.ok(owner.get(`/streams/${channel}/email_address`))).email;
    }
    this.#mails += 1;
    const { raw } = this.#random.pick(programs);
    const whole = typeof raw === "string" ? new TextEncoder().encode(raw) : raw;
    const [body = new Uint8Array()] = spoilt(whole, 1, seed);
    const headers = { Authorization: `Bearer ${MAIL_IN.MAIL_IN_SECRET}`, "X-Envelope-To": this.#address };
    const request = { name: "mail", method: "POST", path: "/mail/in", headers, body: Buffer.from(body) };
    this.#note(`the mail of seed ${seed}`, await sendRequest(this.#owner, request));
  }

  async #sendPicture(seed: number): Promise<void> {
    const whole = this.#random.pick([wholePng(30, 20), turnedJpeg(), wholeGif()]);
    const [bytes = new Uint8Array()] = spoilt(whole, 1, seed);
    this.#noteSteps(readPictureWithin(bytes));
    this.#made += 1;
    const path = this.#random.pick(["/user_uploads", `/realm/emoji/spoilt${this.#made}`, "/users/me/avatar"]);
    const form = new FormData();
    form.set("file", new File([bytes.slice()], "picture.png", { type: "image/png" }));
    const encoded = new Response(form);
    const headers = { "Content-Type": encoded.headers.get("Content-Type") ?? "" };
    const body = Buffer.from(await encoded.arrayBuffer());
    const request = { name: "picture", method: "POST", path: `/api/v1${path}`, headers, body };
    this.#note(`the picture of seed ${seed} to ${path}`, await sendRequest(this.#owner, request));
  }
}
