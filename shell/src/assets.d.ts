/** A sound file. The build replaces the import with its URL. */
declare module '*.wav' {
  const url: string
  export default url
}
