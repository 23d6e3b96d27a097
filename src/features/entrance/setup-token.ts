import type { Config } from "../../config.ts";
import { ApiError } from "../../protocol/errors.ts";

const invalidToken = () => new ApiError({ code: "UNAUTHORIZED", msg: "Invalid setup token", status: 401 });

/** What is for whoever runs the server: they know its token; without one, nobody else can reach it. */
export function checkSetupToken({ setupToken, openCreation }: Config, token: string | undefined): void {
  if (setupToken === null ? !openCreation : token !== setupToken) throw invalidToken();
}
