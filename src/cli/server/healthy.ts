import { readServerNote } from "../data-directory/server-note.ts";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { send } from "../os/send.ts";

const help = `Usage: parley healthy [options]

Exits with status 0 if the server on this machine reports that it is healthy, for health checks of
containers and the like. Checks the server that runs with a data directory, under its own name, or
whatever listens on a port.

  --data DIRECTORY  data directory of a server running on this machine, once it has started
  --port PORT       where it listens, if unknown from the directory (without --data: 9991)

Example: parley healthy --data /var/lib/parley
`;

const options = { data: { type: "string" }, port: { type: "string" } } as const;

export const healthyCommand = command("healthy", { help, options }, async ({ values }) => {
  const { address, host } = where(values);
  const response = await send(new URL(address), "/health", { headers: { host }, timeoutMs: 8000 }).catch((error) => {
    throw new Failure(`/health does not answer (${error.message})`);
  });
  const { statusCode: status = 0 } = response.resume();
  if (status !== 200) throw new Failure(`/health answers ${status}`);
});

/**
 * Servers identify an organization by its host name. Under another name, the server responds, but without an
 * organization.
 */
function where({ data, port }: { readonly data?: string | undefined; readonly port?: string | undefined }) {
  let isStarting = false;
  try {
    const { address, url } = (data !== undefined && readServerNote(data)) || {};
    if (address && url) return { address, host: new URL(url).host };
    isStarting = data !== undefined && port === undefined;
  } catch {
    // Only the server's own user can read the note. Others use the port.
  }
  // A server responds at its port before its first organization and the owner's password exist.
  if (isStarting) throw new Failure(`no server has finished its start with ${data}`);
  return { address: `http://127.0.0.1:${port ?? 9991}`, host: `127.0.0.1:${port ?? 9991}` };
}
