import { type ApiError, badQueueMessage } from "../protocol/errors.ts";

// The answers of a realm object to a poll, as the Worker reads them: with a body, or with a WebSocket that brings one later.

/** Header of an answer with a WebSocket: the id of the heartbeat event that the Worker sends when the wait is over. */
export const HEARTBEAT_ID = "x-parley-heartbeat";
/** Header of an answer with a WebSocket: after how many milliseconds that is. */
export const WAIT_MS = "x-parley-wait";

const FAILURE = '{"result":"error"';

/** An event as JSON, from all of it but its number in the queue. */
export const numbered = (text: string, number: number): string => `${text},"id":${number}}`;

/** The body of an answer with events, which are JSON already. */
export const eventsBody = (queueId: string, events: string): string =>
  `{"result":"success","msg":"","events":[${events}],"queue_id":${JSON.stringify(queueId)}}`;

export const heartbeatBody = (queueId: string, event: number): string =>
  eventsBody(queueId, `{"type":"heartbeat","id":${event}}`);

/** The body of the refusal of a poll whose queue has ended. */
export const queueEndedBody = (queueId: string, client: string): string =>
  `${FAILURE},"msg":${JSON.stringify(badQueueMessage(queueId, client))},"code":"BAD_EVENT_QUEUE_ID","queue_id":${JSON.stringify(queueId)}}`;

/** The body of the refusal of a poll whose login has ended. */
export const loginEndedBody = ({ code, message }: ApiError): string =>
  `${FAILURE},"msg":${JSON.stringify(message)},"code":${JSON.stringify(code)}}`;

/** The HTTP status of a body: a WebSocket brings none of its own. */
export function pollStatus(body: string): number {
  if (!body.startsWith(FAILURE)) return 200;
  if (body.includes('"code":"NETWORK_NOT_ALLOWED"')) return 403;
  return body.includes('"code":"BAD_EVENT_QUEUE_ID"') ? 400 : 401;
}
