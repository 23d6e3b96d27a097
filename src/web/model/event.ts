/** An event of the server, as `GET /events` delivers it. Its other fields depend on its type. */
export interface ServerEvent {
  readonly id: number;
  readonly type: string;
  readonly op?: string;
  readonly [field: string]: unknown;
}
