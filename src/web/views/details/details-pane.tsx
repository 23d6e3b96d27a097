import type { Details } from "../../client/client.ts";

/** What stands beside the conversation. */
export const DetailsPane = ({ details }: { readonly details: Details }) => <p>{details.kind}</p>;
