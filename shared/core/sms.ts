/** What SNS takes as the sender of a text message: 3-11 letters and digits, one letter at least. */
export const senderId = /^(?=.*[A-Za-z])[A-Za-z0-9]{3,11}$/;
