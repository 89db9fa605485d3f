/** Of one message of a server, however it is reached. */
export const MAX_MESSAGE = 64 * 1024 * 1024;
