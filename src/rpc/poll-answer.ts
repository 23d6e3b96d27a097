import { type ApiError, badQueueMessage } from "../protocol/errors.ts";

// A realm object's answers to a poll, as the Worker reads them: with a body, or with a WebSocket that delivers the body
// later.

/** Header of an answer with a WebSocket: id of the heartbeat event that the Worker sends when the wait ends. */
export const HEARTBEAT_ID = "x-parley-heartbeat";
/** Header of an answer with a WebSocket: milliseconds until the heartbeat event. */
export const WAIT_MS = "x-parley-wait";

const FAILURE = '{"result":"error"';

/** Completes an event's JSON, which lacks only its number in the queue. */
export const numberEvent = (text: string, number: number): string => `${text},"id":${number}}`;

export const eventsBody = (queueId: string, events: string): string =>
  `{"result":"success","msg":"","events":[${events}],"queue_id":${JSON.stringify(queueId)}}`;

export const heartbeatBody = (queueId: string, event: number): string =>
  eventsBody(queueId, `{"type":"heartbeat","id":${event}}`);

export const queueEndedBody = (queueId: string, client: string): string =>
  `${FAILURE},"msg":${JSON.stringify(badQueueMessage(queueId, client))},"code":"BAD_EVENT_QUEUE_ID","queue_id":${JSON.stringify(queueId)}}`;

export const loginEndedBody = ({ code, message }: ApiError): string =>
  `${FAILURE},"msg":${JSON.stringify(message)},"code":${JSON.stringify(code)}}`;

/** Returns the HTTP status for a body that arrived over a WebSocket, which has no status. */
export function pollStatus(body: string): number {
  if (!body.startsWith(FAILURE)) return 200;
  if (body.includes('"code":"NETWORK_NOT_ALLOWED"')) return 403;
  return body.includes('"code":"BAD_EVENT_QUEUE_ID"') ? 400 : 401;
}
