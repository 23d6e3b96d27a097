import { command } from "../os/command.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `Usage: parley operator any-network [options]

Lets the people of an organization log in from any network again: removes the list of allowed
networks, for owners who have locked themselves out.

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
