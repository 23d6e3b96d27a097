import { ApiError } from "../../../../protocol/errors.ts";

const refused = (prefix: string) => (desc: string) =>
  new ApiError({ code: "BAD_NARROW", msg: `${prefix}: ${desc}`, extra: { desc } });

export const narrowError = refused("Invalid narrow operator");
export const narrowCombinationError = refused("Invalid narrow operator combination");
