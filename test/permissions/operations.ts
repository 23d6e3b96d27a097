import { channels } from "./operations/channels.ts";
import { filesAndMail } from "./operations/files-and-mail.ts";
import { integrations } from "./operations/integrations.ts";
import { messages } from "./operations/messages.ts";
import { organization } from "./operations/organization.ts";
import { people } from "./operations/people.ts";
import { server } from "./operations/server.ts";
import type { Operation, Sampled } from "./world.ts";

/** Marks of refusals that are recognized by status and code. */
export const MARKS: Readonly<Record<string, string>> = {
  "400 UNAUTHORIZED_PRINCIPAL": "p",
  "400 CANNOT_ADMINISTER_CHANNEL": "a",
  "401 INVALID_API_KEY": "k",
  "401 UNAUTHORIZED": "n",
  "401 UNAUTHENTICATED_USER": "s",
  // Webhooks of external services have their key in the URL, and it is missing.
  "400 REQUEST_VARIABLE_MISSING": "m",
  "400 PERMISSION_DENIED": "h",
  "400 PUSH_SERVICE_NOT_CONFIGURED": "u",
  "400 NO_ACTIVE_PUSH_DEVICE": "d",
  "400 INVALID_PUSH_DEVICE_TOKEN": "q",
  // A file the caller can't access.
  "403 BAD_REQUEST": "l",
  // The sample has a made-up key; a real one needs no permission.
  "404 BAD_REQUEST": "x",
  // All callers of this test authenticate by API key.
  "403 FRESH_LOGIN_REQUIRED": "f",
  "426 BAD_REQUEST": "w",
  "400 PASSKEY_TIMEOUT": "t",
  "401 SECOND_FACTOR_TIMEOUT": "e",
};
/** Marks of refusals that are recognized by message, because their code is BAD_REQUEST. */
export const REFUSALS: Readonly<Record<string, string>> = {
  "Insufficient permission": "-",
  "Not allowed for guest users": "g",
  "This endpoint does not accept bot requests.": "b",
  "Must be an organization administrator or emoji author": "-",
  "You don't have permission to delete this message": "-",
  "You don't have permission to edit this message": "-",
  "This ticket is not good any more.": "z",
  "Invalid attachment": "i",
  "Invalid `device_id`": "v",
  "Invalid channel ID": "i",
  // All callers of this test authenticate by API key.
  "You're not logged in.": "-",
  // Integrations without secrets in the test deployment.
  "BigBlueButton is not configured.": "c",
  "Zoom credentials have not been configured": "c",
  "Constructor Groups credentials have not been configured": "c",
  "Nextcloud Talk credentials have not been configured": "c",
  "Webex credentials have not been configured": "c",
  "JWT authentication is not enabled for this organization": "j",
  "No such invitation": "i",
  "No such link": "i",
  "No such request": "d",
  // A bot can only set commands for itself.
  "No such bot": "y",
  "This needs a server with a setup token.": "o",
  // Objects on a local machine keep no earlier states.
  "The organization can't be restored: Error: there is no such bookmark": "r",
};

/** All operations, each with its outcome for every caller, and with a valid request. */
export const OPERATIONS: readonly Operation[] = [
  ...channels,
  ...filesAndMail,
  ...integrations,
  ...messages,
  ...organization,
  ...people,
  ...server,
];

/** Valid requests of operations that need parameters, by route. */
export const SAMPLES: Readonly<Record<string, Sampled>> = Object.fromEntries(
  OPERATIONS.flatMap(({ route, sample }) => (sample === undefined ? [] : [[route, sample]])),
);
