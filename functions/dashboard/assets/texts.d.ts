declare module '*.css' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: as above.
  export default text;
}
declare module '*/htmx.min.js' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: as above.
  export default text;
}
declare module '*/app.js' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: as above.
  export default text;
}
declare module '*/palette.js' {
  const text: string;
  // biome-ignore lint/style/noDefaultExport: as above.
  export default text;
}
