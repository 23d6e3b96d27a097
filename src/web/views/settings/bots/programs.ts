import type { Client } from "../../../client/client.ts";

/** A bot's program, and the hosts it can reach. */
export interface Program {
  readonly program: string;
  readonly hosts: readonly string[];
  readonly is_on: boolean;
}

interface LoggedLine {
  readonly id: number;
  /** Seconds since 1970. */
  readonly at: number;
  readonly is_error: boolean;
  readonly text: string;
}

export interface KnownProgram extends Program {
  /** True if the server runs bot programs. */
  readonly runs_here: boolean;
  /** Functions of `parley.tools`. */
  readonly tools: readonly string[];
  readonly timers: readonly { readonly name: string; readonly due_at: number }[];
  /** Newest first. */
  readonly log: readonly LoggedLine[];
  readonly examples: readonly { readonly name: string; readonly program: string }[];
}

/** The effects that a program would have for a message. */
export interface ProgramTrial {
  readonly replies: readonly string[];
  readonly asked: readonly { readonly name: string; readonly args: string }[];
  readonly log: readonly string[];
  readonly problem: string | null;
}

type Api = Pick<Client, "api">;

export const programOf = ({ api }: Api, bot: number): Promise<KnownProgram> =>
  api.get<KnownProgram & Record<string, unknown>>(`/bots/${bot}/program`);

export const saveProgram = ({ api }: Api, bot: number, changes: Partial<Program>): Promise<unknown> =>
  api.patch(`/bots/${bot}/program`, { ...changes });

export const tryProgram = (
  { api }: Api,
  bot: number,
  fields: Pick<Program, "program" | "hosts"> & { readonly content: string },
): Promise<ProgramTrial> => api.post<ProgramTrial & Record<string, unknown>>(`/bots/${bot}/program/try`, { ...fields });

/** Splits a text with one host per line. */
export const hostsIn = (text: string): string[] => text.split(/[\s,]+/).filter((host) => host !== "");
