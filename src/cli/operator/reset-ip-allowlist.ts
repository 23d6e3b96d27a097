import { command } from "../os/command.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `Usage: parley operator any-network [options]

Removes an organization's list of allowed networks, so that its people can log in from any network
again. For owners who have locked themselves out.

${serverHelp}

Example: parley operator any-network --organization tea --data /var/lib/parley
`;

export const anyNetworkCommand = command(
  "operator any-network",
  { help, options: serverOptions },
  async ({ values }) => {
    const { removed } = await findServer(values).ask("any_network", {}, { once: true });
    console.log(
      removed === 0
        ? "No network was excluded: the list is empty."
        : `People can log in from any network. Networks removed from the list: ${removed}.`,
    );
  },
);
