import type { Client } from "./client.ts";

export interface Context {
  readonly stranger: Client;
  readonly owner: Client;
  readonly password: string;
  readonly channel: number;
  /** 1, or less for a short run. */
  readonly scale: number;
  readonly sockets: number;
  readonly deploys: boolean;
}

/** A claim that only a real account can prove. */
export interface CheckStep {
  readonly name: string;
  readonly expects: string;
  run(context: Context): Promise<{ isGood: boolean; told: object }>;
}
