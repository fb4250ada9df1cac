package core

import "github.com/fencepost/fencepost/internal/interp"

// invokeUnknown runs a function with arguments that are not known.
func (cs *Calls) invokeUnknown(fn *Function, with *Value) {
	if fn.Runs >= maxRuns {
		return
	}
	cs.state.uncertain++
	args := []Arg{{Val: with, Spread: true}}
	cs.state.Defer(&Value{Kind: KindFunc, Fn: fn}, args)
	cs.Invoke(fn, args)
	cs.state.uncertain--
}

// Invoke runs a function of the code.
func (cs *Calls) Invoke(fn *Function, args []Arg) *Value {
	if cs.state.frames >= maxFrames {
		cs.report.Problem("the code does more than the limit of this program")
		return Top
	}
	if fn.running > 2 || fn.Runs > 2*maxRuns {
		return Top // it has run with anything
	}
	switch {
	case fn.Runs > maxRuns:
		args = []Arg{{Val: Top, Spread: true}}
	case fn.running == 2: // it stands for all deeper calls
		with := Top
		if cs.heap.allPlain(args) {
			with = Data
		}
		if fn.calledWith == Top || fn.calledWith == with {
			return Top
		}
		fn.calledWith = with
		args = []Arg{{Val: with, Spread: true}}
	}
	fn.Runs++
	fn.running++
	cs.state.frames++
	frameBefore, fileBefore := cs.state.Frame, cs.report.File
	cs.report.File = fn.File
	cs.state.Frame = &frame{This: fn.Self, Owner: fn.Owner}
	cs.state.In(NewScope(fn.Scope), func() { cs.lang.Syntax.Body(fn, args) })
	ret := cs.state.Frame.Ret
	if cs.state.Frame.Yielded != nil && fn.running == 1 {
		cs.state.Defer(&Value{Kind: KindFunc, Fn: fn}, args)
	}
	if y := cs.state.Frame.Yielded; y != nil && fn.ContextManager {
		ret = y
	} else if y != nil {
		ret = SomeOf(y)
	}
	cs.state.Frame, cs.report.File = frameBefore, fileBefore
	cs.state.frames--
	fn.running--
	if fn.Implicit && ret != nil {
		cs.objects.Stash(ret)
	}
	if cs.limits.filesCut && fn.File > 0 {
		return &Value{Kind: KindTop, File: fn.File} // not all of it was followed
	}
	if ret == nil {
		return cs.lang.Traits.Nothing
	}
	return ret
}

// Inner interprets code of the same language that is the value of an expression.
func (cs *Calls) Inner(c *interp.Call, v *Value) *Value {
	if v.Kind == KindObj && v.Type.Code && v.Base != nil {
		v = v.Base
	}
	if v.Kind == KindFunc {
		cs.invokeUnknown(v.Fn, Data)
		return Data
	}
	out := Data
	v.Alts(func(a *Value) {
		text, ok := a.Text()
		if !ok || cs.limits.nested >= maxNested {
			Unseen(c, c.Names[0])
			out = Top
			return
		}
		root, problem := cs.input.Parse(text)
		if problem != "" || root == nil {
			Unseen(c, c.Names[0])
			out = Top
			return
		}
		cs.limits.nested++
		file := cs.report.File
		cs.report.File = 0 // it stands in no file
		out = cs.lang.Syntax.Completion(root)
		cs.report.File = file
		cs.limits.nested--
	})
	return out
}

// construct makes an instance of a class of the code.
func (cs *Calls) construct(s Site, c *Value, args []Arg) *Value {
	cs.report.noteOwnCall(s, c.Class.File, args)
	if cs.limits.filesCut && c.Class.File > 0 {
		return &Value{Kind: KindTop, File: c.Class.File}
	}
	inst := &Value{Kind: KindObj, Type: TypeInstance, Class: c.Class}
	cs.makeFields(c.Class, inst, 0)
	if f := cs.objects.Member(c.Class, cs.lang.Traits.Constructor, 0); f != nil && f.Kind == KindFunc {
		fn := *f.Fn
		fn.Self = inst
		ret := cs.Invoke(&fn, args)
		f.Fn.Runs++
		return cs.objects.Constructed(inst, ret)
	}
	for _, b := range c.Class.Bases {
		if b.Kind != KindClass {
			cs.Call(s, b, args) // what the constructor of the base does
		}
	}
	return inst
}

// makeFields runs what makes the fields of an instance, those of bases first.
func (cs *Calls) makeFields(c *Class, inst *Value, depth int) {
	if depth > 8 {
		return
	}
	for _, b := range c.Bases {
		if b.Kind == KindClass {
			cs.makeFields(b.Class, inst, depth+1)
		}
	}
	for _, f := range c.Fields {
		fn := *f
		fn.Self = inst
		cs.Invoke(&fn, nil)
		f.Runs++
	}
}

// Constructed is an instance, or what the constructor returns in its place.
func (ob *Objects) Constructed(inst, ret *Value) *Value {
	if !ob.lang.Traits.Replaces || ret.Kind == KindNum || ret.Kind == KindStr {
		return inst
	}
	return Join(inst, ret)
}
