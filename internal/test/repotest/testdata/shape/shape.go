// Package shape breaks each rule of TestShape once.
package shape

// Half and Other have few methods each, Both has those of both.
type Half struct{}

type Other struct{}

type Both struct {
	Half
	Other
}

func (Half) h0()  {}
func (Half) h1()  {}
func (Half) h2()  {}
func (Half) h3()  {}
func (Half) h4()  {}
func (Half) h5()  {}
func (Half) h6()  {}
func (Half) h7()  {}
func (Half) h8()  {}
func (Half) h9()  {}
func (Half) h10() {}
func (Half) h11() {}
func (Half) h12() {}
func (Half) h13() {}
func (Half) h14() {}
func (Half) h15() {}
func (Half) h16() {}
func (Half) h17() {}
func (Half) h18() {}
func (Half) h19() {}
func (Half) h20() {}
func (Half) h21() {}
func (Half) h22() {}
func (Half) h23() {}
func (Half) h24() {}
func (Half) h25() {}
func (Half) h26() {}
func (Half) h27() {}
func (Half) h28() {}
func (Half) h29() {}

func (*Other) o0()  {}
func (*Other) o1()  {}
func (*Other) o2()  {}
func (*Other) o3()  {}
func (*Other) o4()  {}
func (*Other) o5()  {}
func (*Other) o6()  {}
func (*Other) o7()  {}
func (*Other) o8()  {}
func (*Other) o9()  {}
func (*Other) o10() {}
func (*Other) o11() {}
func (*Other) o12() {}
func (*Other) o13() {}
func (*Other) o14() {}
func (*Other) o15() {}
func (*Other) o16() {}
func (*Other) o17() {}
func (*Other) o18() {}
func (*Other) o19() {}
func (*Other) o20() {}
func (*Other) o21() {}
func (*Other) o22() {}
func (*Other) o23() {}
func (*Other) o24() {}
func (*Other) o25() {}
func (*Other) o26() {}
func (*Other) o27() {}
func (*Other) o28() {}
func (*Other) o29() {}

func (*Both) many(a, b, c, d int, e, f string, g ...bool) {}

// Ten has 10 fields, Wide those and 11 more.
type Ten struct {
	a, b, c, d, e, f, g, h, i, j int
}

type Wide struct {
	*Ten
	k, l, m, n, o, p, q, r, s, t, u int
}

func literal() {
	_ = func(a, b, c, d, e, f, g int) {}
	few(1, 2, 3, 4, 5, 6)
}

func few(a, b, c, d, e, f int) {}
