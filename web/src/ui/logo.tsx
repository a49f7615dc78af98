/** Two linked rings: the mark. The name stands beside it. */
export function LogoMark({ size = 26 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
      <g fill="none" stroke="currentColor" strokeWidth="2.8" strokeLinecap="round">
        <path d="M14.4 21.5h-4.4a5.5 5.5 0 0 1 0-11h4.8a5.5 5.5 0 0 1 5.4 6.6" />
        <path d="M17.6 10.5h4.4a5.5 5.5 0 0 1 0 11h-4.8a5.5 5.5 0 0 1-5.4-6.6" />
      </g>
    </svg>
  );
}
