/** The part of the package picomatch that is used, which comes without types: matching with forward slashes, independent of Node. */
declare module "picomatch/posix.js" {
  interface Options {
    readonly dot: boolean;
    readonly literalBrackets: boolean;
    readonly noextglob: boolean;
    readonly nonegate: boolean;
    readonly posix: boolean;
  }

  /** Makes a function that tells whether a whole path matches. Throws if the glob is empty or longer than 65,536 characters. */
  export default function picomatch(glob: string, options: Options): (path: string) => boolean;
}
