/** Draws Lectern's logo: an open book on its stand. */
export function Logo() {
  return (
    <svg
      width="18"
      height="18"
      viewBox="0 0 18 18"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.6"
      aria-hidden
    >
      <path
        d="M9 4.2C7.500 3.100 5.500 2.800 2 2.900v8.600c3.500-.1 5.500.2 7 1.300 1.500-1.100 3.500-1.400 7-1.300V2.900c-3.500-.1-5.500.2-7 1.300zM9 4.200v12M5.800 16.200h6.400"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
    </svg>
  );
}
