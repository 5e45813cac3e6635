/** Whether a path may be read, wherever links lead from it. */
export type MayRead = (path: string) => boolean;

/** The same for what is in a chart, of which `chart` is the folder or archive. */
export type MayReadOfChart = (path: string, chart: string) => boolean;

/** For hosts that read whatever the person can read. */
export const anything: MayRead = () => true;
