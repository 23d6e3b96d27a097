import { type ConversionConfig, toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

/** Converts a schema to JSON Schema, without checks that are functions, which JSON Schema can't express. */
export function jsonSchema(schema: v.GenericSchema): Record<string, unknown> {
  const { $schema: _, ...rest } = toJsonSchema(schema, { errorMode: "ignore", typeMode: "input", overrideAction });
  return { ...rest };
}

/** Writes `maxCodePoints` as `maxLength`, since JSON Schema also counts characters in code points. */
const overrideAction: NonNullable<ConversionConfig["overrideAction"]> = ({ valibotAction, jsonSchema }) =>
  valibotAction.type === "max_code_points"
    ? {
        ...jsonSchema,
        maxLength: Number((valibotAction as v.MaxCodePointsAction<string, number, undefined>).requirement),
      }
    : undefined;
