import type { Page } from "playwright-core";
import { expect, inject, type TestAPI } from "vitest";
import { foundOrganization, type Person } from "../../process/support/person.ts";
import { type BrowserTest, test as base, type testOn } from "./browser-test.ts";
import { Visit } from "./visit.ts";

interface Crew {
  readonly owner: Person;
  readonly omar: Person;
}

export interface SharedPages {
  /**
   * The owner and a member of an organization that the tests of a file share. Each test must use its own topics and
   * names.
   */
  crew: Crew;
  /**
   * Shows a screen to a user on the page that earlier tests of the file left open, because opening a page costs more
   * than most tests do. A test that changes its page for good, such as the page's clock, needs `open` instead.
   */
  show(person: Person, at: string): Promise<Turn>;
}

/** A test's turn on a shared page. */
export class Turn {
  readonly page: Page;
  readonly #visit: Visit;
  /** The number of problems that earlier tests of the page had. */
  readonly #before: number;
  readonly #expected: RegExp[] = [];

  constructor(visit: Visit, before: number) {
    this.page = visit.page;
    this.#visit = visit;
    this.#before = before;
  }

  go(at: string): Promise<void> {
    return this.#visit.go(at);
  }

  accessProblems(): Promise<string[]> {
    return this.#visit.accessProblems();
  }

  /** Allows an error of the page during this test only. */
  expects(pattern: RegExp): void {
    this.#expected.push(pattern);
  }

  get problems(): string[] {
    const told = this.#visit.problems.slice(this.#before);
    return told.filter((text) => !this.#expected.some((pattern) => pattern.test(text)));
  }
}

/** What the tests of a file share. It is dropped when a test fails, because a failed test may leave it in any state. */
interface Kept {
  crew?: Crew;
  readonly visits: Map<Person, Visit>;
}

async function drop(kept: Kept): Promise<void> {
  for (const visit of kept.visits.values()) await visit.end();
  kept.visits.clear();
  delete kept.crew;
}

/**
 * Leaves the last test's screen and closes its toasts, so that the next screen is drawn again even if it is the same.
 */
async function leave({ page }: Visit): Promise<void> {
  await page.mouse.move(0, 0);
  await page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>(".toast button:last-child")) close.click();
    location.hash = "#about-parley";
  });
  await page.getByRole("heading", { level: 1, name: "About Parley" }).waitFor();
}

let organizations = 0;

/** Extends a test so that pages of its users can be shared with the next test. */
export const sharing = (of: typeof base | ReturnType<typeof testOn>) =>
  (of as unknown as TestAPI<BrowserTest>)
    .extend<SharedPages & { kept: Kept }>({
      kept: [
        // biome-ignore lint/correctness/noEmptyPattern: vitest reads from this pattern what a fixture needs
        async ({}, use) => {
          const kept: Kept = { visits: new Map() };
          await use(kept);
          await drop(kept);
        },
        { scope: "file" },
      ],
      crew: async ({ server, kept, onTestFailed }, use) => {
        onTestFailed(() => drop(kept));
        if (kept.crew === undefined) {
          organizations += 1;
          const owner = await foundOrganization(server, `shared${organizations}`);
          kept.crew = { owner, omar: await owner.invite("Omar") };
        }
        await use(kept.crew);
      },
      show: async ({ browser, server, kept: { visits } }, use) => {
        const turns: Turn[] = [];
        await use(async (person, at) => {
          const left = visits.get(person);
          if (left !== undefined) await leave(left);
          const visit = left ?? (await Visit.begin(browser, server, person, { at }));
          visits.set(person, visit);
          const turn = new Turn(visit, left?.problems.length ?? 0);
          turns.push(turn);
          if (left !== undefined) await turn.go(at);
          return turn;
        });
        for (const { page } of turns) await page.unrouteAll({ behavior: "ignoreErrors" });
        expect
          .soft(
            turns.flatMap(({ problems }) => problems),
            "what the pages told of errors",
          )
          .toEqual([]);
      },
    })
    .skipIf(inject("browser") === null);

export const test = sharing(base);
