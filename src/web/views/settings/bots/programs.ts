import type { WireBotProgram } from "../../../../wire-types.ts";
import type { Client } from "../../../client/client.ts";

/** A bot's program, and the hosts it can reach. */
export type Program = Pick<WireBotProgram, "program" | "hosts" | "is_on">;

/** The effects that a program would have for a message. */
export interface ProgramTrial {
  readonly replies: readonly string[];
  readonly asked: readonly { readonly name: string; readonly args: string }[];
  readonly log: readonly string[];
  readonly problem: string | null;
}

type Api = Pick<Client, "api">;

export const programOf = ({ api }: Api, bot: number): Promise<WireBotProgram> =>
  api.get<WireBotProgram & Record<string, unknown>>(`/bots/${bot}/program`);

export const saveProgram = ({ api }: Api, bot: number, changes: Partial<Program>): Promise<unknown> =>
  api.patch(`/bots/${bot}/program`, { ...changes });

export const tryProgram = (
  { api }: Api,
  bot: number,
  fields: Pick<Program, "program" | "hosts"> & { readonly content: string },
): Promise<ProgramTrial> => api.post<ProgramTrial & Record<string, unknown>>(`/bots/${bot}/program/try`, { ...fields });

/** Returns the hosts in a list separated by whitespace or commas. */
export const hostsIn = (text: string): string[] => text.split(/[\s,]+/).filter((host) => host !== "");
