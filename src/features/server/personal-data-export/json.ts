import { unpacked } from "../../../database/stored.ts";

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

export const toJson = (value: unknown): Json => unpacked<Json>(JSON.stringify(value ?? null));

export const isRecord = (value: Json | undefined): value is { readonly [name: string]: Json } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const listIn = (reply: Json, name: string): { readonly [name: string]: Json }[] => {
  const list = isRecord(reply) ? reply[name] : undefined;
  return Array.isArray(list) ? list.filter(isRecord) : [];
};

export const encodeText = (text: string): Uint8Array => new TextEncoder().encode(text);
export const encodeJson = (value: unknown): Uint8Array => encodeText(`${JSON.stringify(value, null, 1)}\n`);
