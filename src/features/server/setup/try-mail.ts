import * as v from "valibot";
import { edgeEndpoint } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { tryMail } from "../../mail/try-mail.ts";
import { checkOperator, organizationParams } from "./operator-account.ts";

/** Sends an email for whoever runs the server, and tells the conversation with what sends it, without secrets. */
export const tryMailEndpoint = edgeEndpoint({
  route: "POST /organizations/mail/try",
  params: { ...organizationParams, to: text("address") },
  reply: {
    conversation: v.array(v.string()),
    /** The reason why the email was not sent; null where it was. */
    problem: v.nullable(v.string()),
  },
  async answer({ params, config, env, request, log }) {
    await checkOperator({ params, config, env, request, log });
    const { conversation, problem = null } = await tryMail({ config, env }, params.to);
    log.info("mail_tried", { is_sent: problem === null });
    return { conversation: [...conversation], problem };
  },
});
