export const login = {
  ended: "You are logged out. What you write stays here.",
  again: "Log in again",
  nothingLost: "Your session has ended. Log in to go on where you are: nothing is lost.",
  email: "Email",
  password: "Password",
  logIn: "Log in",
  forgotten: "Forgot password?",
  looking: "You are looking around without an account.",
  forMembers: "This is for people with an account",
  toTakePart: "Log in to take part.",
};
