/** The reply of `POST /register`, as the client asks for it, folded with events since (`apply`). */
export interface State {
  user_id: number;
}
