/** The sender of a text message, as SNS takes it: 3-11 letters and digits, one letter at least. */
export const senderId = /^(?=.*[A-Za-z])[A-Za-z0-9]{3,11}$/;
