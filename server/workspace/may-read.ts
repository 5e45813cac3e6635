/** Whether a path may be read, wherever links lead from it. */
export type MayRead = (path: string) => boolean;

/** For hosts that read whatever the person can read. */
export const anything: MayRead = () => true;
