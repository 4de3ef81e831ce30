/** A sound: the build gives its address. */
declare module '*.wav' {
  const url: string
  export default url
}
