import { ApiError } from "../../../../protocol/errors.ts";

/** `scim_type` is an error type of RFC 7644, 3.12. */
const fault = (scim_type: string, msg: string, status = 400) =>
  new ApiError({ code: "BAD_REQUEST", msg, status, extra: { scim_type } });

export const invalidFilter = (msg: string) => fault("invalidFilter", msg);
export const invalidSyntax = (msg: string) => fault("invalidSyntax", msg);
export const invalidPath = (msg: string) => fault("invalidPath", msg);
export const invalidValue = (msg: string) => fault("invalidValue", msg);
export const noTarget = (msg: string) => fault("noTarget", msg);
export const mutability = (msg: string) => fault("mutability", msg);
export const notUnique = (msg: string) => fault("uniqueness", msg, 409);
export const tooLarge = (msg: string) => new ApiError({ code: "BAD_REQUEST", msg, status: 413 });
export const notFound = (type: "User" | "Group", id: string) =>
  new ApiError({ code: "BAD_REQUEST", msg: `${type} ${id} was not found.`, status: 404 });
