/** The file of the compiled program: of use to this very Node only. */
export const codeCacheName = `program-${process.version}-${process.platform}-${process.arch}.cache`;
