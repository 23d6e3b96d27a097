import { setTimeout as pause } from "node:timers/promises";
import { tableNames } from "../../../src/archive-format/tables.ts";
import type { Json } from "../../process/support/person.ts";
import type { Trial } from "../frame/part.ts";
import type { TortureServer } from "../frame/servers.ts";

/** The phases of an import that is writing, in order. Each is repeated as many times as its weight. */
const PHASES: readonly string[] = [
  ...tableNames.flatMap((name) =>
    name === "messages" ? [...weighing("copying files", 4), ...weighing(name, 4)] : [name],
  ),
  "finishing",
];
function weighing(name: string, weight: number): string[] {
  return Array.from({ length: weight }, () => name);
}
const UPLOADING = 4;
const CHECKING = 5;
const RUNNING = UPLOADING + CHECKING;
/** The progress of an import that is done: some steps for the upload and for the check, and one for each phase. */
const END = RUNNING + PHASES.length;
/** Maximum delay of a kill after a report, so that it can happen anywhere within a step. */
const WITHIN_MS = 12;

/** Returns an import's progress as a number that grows. */
function progressOf({ state, phase, done, total, parts, parts_received }: Json): number {
  const weight = PHASES.filter((name) => name === phase).length;
  const at = Math.max(0, PHASES.indexOf(phase)) + (total > 0 ? weight * Math.min(0.99, done / total) : 0);
  if (state === "uploading") return (UPLOADING * parts_received) / (parts + 1);
  if (state === "checking") return UPLOADING + (CHECKING * at) / PHASES.length;
  if (state === "checked") return RUNNING;
  return state === "done" ? END : RUNNING + at;
}

/** Counts where processes were killed. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(where: string): void {
    this.#counts.set(where, (this.#counts.get(where) ?? 0) + 1);
  }

  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }

  toString(): string {
    const each = [...this.#counts].map(([where, count]) => `${where} ${count}`);
    return `${this.total} kills: ${each.join(", ")}`;
  }
}

/** Kills a server at random moments of an import. */
export class Kills {
  readonly #trial: Trial;
  readonly #server: TortureServer;
  readonly #tally: Tally;
  #last: Json;
  #isOver = false;

  constructor(trial: Trial, server: TortureServer, tally: Tally) {
    this.#trial = trial;
    this.#server = server;
    this.#tally = tally;
  }

  /** Records what a server reports about the import. */
  readonly saw = (told: Json): void => {
    this.#last = told;
  };

  /** Stops all kills, because the import has ended. */
  end(): void {
    this.#isOver = true;
  }

  /** Kills the server this many times during the upload, the check and the writing, before the given moment. */
  async during(kills: number, before = END): Promise<void> {
    const { random } = this.#trial;
    const moments = Array.from({ length: kills }, () => random.fraction() * before).sort((one, other) => one - other);
    for (const moment of moments) {
      const isReached = () => this.#last !== undefined && progressOf(this.#last) >= moment;
      if (!(await this.#reaches(isReached))) return;
      await this.#kill();
    }
  }

  /**
   * Waits until an import reaches the moment at which it is to be cancelled. Returns false if the import has ended
   * before that.
   */
  comesTo(moment: number): Promise<boolean> {
    return this.#reaches(() => this.#last !== undefined && progressOf(this.#last) >= moment);
  }

  static someMoment({ random }: Trial): number {
    return random.fraction() * END;
  }

  /** Kills up to this many times while the import is undone. */
  async whileUndoing(kills: number): Promise<void> {
    for (let done = 0; done < kills; done += 1) {
      if (!(await this.#reaches(() => this.#last?.state === "undoing"))) return;
      await this.#kill();
    }
  }

  async #reaches(isReached: () => boolean): Promise<boolean> {
    while (!isReached()) {
      if (this.#isOver) return false;
      await pause(1);
    }
    return !this.#isOver;
  }

  async #kill(): Promise<void> {
    const { random } = this.#trial;
    const which = random.pick(["all", "all", "workerd", "node"] as const);
    await pause(random.below(WITHIN_MS));
    if (this.#isOver) return;
    const { state, phase, done } = this.#last;
    this.#tally.add([state, state === "undoing" ? null : phase].filter(Boolean).join(" "));
    this.#trial.log(`kills ${which} at ${state} ${phase ?? ""} ${done}`);
    this.#last = undefined;
    await this.#server.crash(which);
  }
}
